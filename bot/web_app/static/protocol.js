// The frames of the wire. Written by `python -m bot.web_app.description`.

export const VERSION = 1;

/**
 * A tile of a grid.
 * @typedef {object} Tile
 * @property {string} face its letters, in capitals
 * @property {number} value the value of its letters, 0 where letters have none
 * @property {string} bonus the name of its bonus, such as DL, or nothing
 */

/**
 * A player's place.
 * @typedef {object} Place
 * @property {number} rank from 1; who has as many points shares it
 * @property {string} name what the player is called
 * @property {number} points
 * @property {number} words how many
 * @property {boolean} you whether it is the player of this page
 */

/**
 * A word with its points and its best path.
 * @typedef {object} Found
 * @property {string} word as dictionaries spell it
 * @property {number} points
 * @property {number[]} path
 */

/**
 * A button of a sheet or a card.
 * @typedef {object} Offer
 * @property {string} label
 * @property {string} verb what is to be pressed
 * @property {Record<string, string>} args and its arguments, by number
 */

/**
 * The first frame: who the page is, and what it shows.
 * @typedef {object} Hello
 * @property {'hello'} type
 * @property {number} version of the protocol
 * @property {string} page a random text, which names the page: it counts its words by itself
 * @property {number} [round] the round that it showed last, 0 for none
 * @property {string} [name] what a guest is called
 * @property {string} [language] that the page is written in, as ISO 639 has it
 */

/**
 * A word for a round: traced, or typed.
 * @typedef {object} Word
 * @property {'word'} type
 * @property {number} number from 1; a word that is sent again keeps its number, and counts once
 * @property {number} round the round that it is for
 * @property {number[]} [path] its tiles, row by row from 0; empty for a typed word
 * @property {string} [text] the letters of a typed word
 * @property {number} [ago] milliseconds since it was traced, if there was no network
 */

/**
 * A button: a round is to begin or to end.
 * @typedef {object} Press
 * @property {'press'} type
 * @property {string} verb one of those in the page’s texts, or that a sheet or a card offers
 * @property {Record<string, string>} [args] of the form: language, seconds, size, rules, law, rounds; of offers, theirs
 */

/**
 * A guest's new name.
 * @typedef {object} Rename
 * @property {'rename'} type
 * @property {string} name what the guest is called from now on
 */

/**
 * The answer to hello.
 * @typedef {object} Welcome
 * @property {'welcome'} type
 * @property {string} name what the player is called
 * @property {boolean} guest whether the player may choose another name, and invite others
 * @property {boolean} alone whether nobody else plays here: then there are dailies
 */

/**
 * No round is on.
 * @typedef {object} Idle
 * @property {'idle'} type
 * @property {number} wait milliseconds until the next round of the match, 0 for none
 */

/**
 * The round that is on: sent when it begins, and when a page comes.
 * @typedef {object} State
 * @property {'state'} type
 * @property {number} round its number
 * @property {string} title such as “French · Ruzzle”
 * @property {number} rows
 * @property {number} cols
 * @property {Tile[]} tiles row by row
 * @property {string} letters the letters that tiles can bear
 * @property {number} words how many the grid holds
 * @property {number} points of all its words
 * @property {number} left milliseconds until its end
 * @property {number} seconds how long it is in all
 * @property {boolean} mine whether the player may end it
 * @property {Place[]} standing
 * @property {Found[]} found the player's words, the last one first
 * @property {string} ghost the words a ghost found last, a sign a letter; nothing without one
 */

/**
 * The places in the round, when they have changed.
 * @typedef {object} Standing
 * @property {'standing'} type
 * @property {number} round
 * @property {Place[]} standing
 * @property {Found[]} found the player's words, the last one first
 * @property {string} ghost as in state
 */

/**
 * The answer to a word; a page sends a word until it has one.
 * @typedef {object} Verdict
 * @property {'verdict'} type
 * @property {number} number that of the word
 * @property {string} mark accepted, refused, repeated, or failed: then it is to be sent again
 * @property {string} text a line for the player
 */

/**
 * The card of a round that is over.
 * @typedef {object} Over
 * @property {'over'} type
 * @property {number} round its number
 * @property {string} title
 * @property {number} rows
 * @property {number} cols
 * @property {Tile[]} tiles
 * @property {Place[]} standing
 * @property {string[]} lines the player's card, line by line
 * @property {Found[]} mine the player's words, the best first
 * @property {Found[]} known missed words within reach
 * @property {Found[]} rare one to learn, if there is one
 * @property {string} meaning what that one means, nothing where nobody wrote it
 * @property {Found[]} missed the words that nobody found, the best first
 * @property {boolean} again whether a round like it can be begun
 * @property {Offer[]} offers the buttons of a round of one's own
 * @property {number} wait milliseconds until the next round of the match, 0 for none
 */

/**
 * A daily, a leaderboard, a card: what was pressed for.
 * @typedef {object} Sheet
 * @property {'sheet'} type
 * @property {string} title
 * @property {string[]} lines
 * @property {Offer[]} offers
 */

/**
 * A sentence for the player: why something was refused.
 * @typedef {object} Note
 * @property {'note'} type
 * @property {string} text
 */

/**
 * A frame that the server could not take.
 * @typedef {object} Problem
 * @property {'problem'} type
 * @property {string} reason in English, for who writes pages
 */

/**
 * The last frame before the server closes: the page is not to come back by itself.
 * @typedef {object} Farewell
 * @property {'farewell'} type
 * @property {string} reason version, elsewhere, flood, over, gone or away
 * @property {string} text the same for the player
 */

/** @typedef {Hello | Word | Press | Rename} FromPage */

/** @typedef {Welcome | Idle | State | Standing | Verdict | Over | Sheet | Note | Problem | Farewell} FromServer */
