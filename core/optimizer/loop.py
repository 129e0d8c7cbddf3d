"""The one loop of every search, compiled: propose a candidate, score it, accept it or not.

A run is what one search remembers between two calls, and all that it remembers:

    state       uint64[1], its generator
    run         one record of RUN
    boards      uint8[rows, 2 n]: CURRENT, BEST, CANDIDATE, then what the method keeps
    scores      int64[rows]: the score of each
    losses      int64[moves]: what each move lost when it was last tried

The loop stops after any candidate and goes on with the next in another call, another
thread or another process, as if it had not stopped.
"""

import math

import numpy as np
from numba import from_dtype, types

from core.optimizer.evaluate import LETTERS, MEMORY, TASK, score, score_letters
from core.optimizer.methods import BREED, SAMPLE, Plan
from core.optimizer.propose import (
    NO_MOVE,
    below,
    draw,
    draw_board,
    draw_letter,
    is_far,
    may_change,
    move,
    satisfies,
    swap,
    uniform,
)
from core.solver.compiler import compiled
from core.solver.kernel import U8, U64

CURRENT, BEST, CANDIDATE, KEPT = range(4)
NEVER = np.int64(-(2**62))
TURNS = 200_000

_DTYPES = {int: np.int64, float: np.float64}
PLAN = np.dtype([(name, _DTYPES[kind]) for name, kind in Plan.__annotations__.items()])
RUN = np.dtype(
    [
        ("evaluations", np.int64),
        ("iteration", np.int64),
        ("finished", np.int64),
        ("climbing", np.int64),
        ("heat", np.float64),
        ("tile", np.int64),
        ("kept", np.int64),
    ]
)
_RUN, _PLAN = from_dtype(RUN)[::1], from_dtype(PLAN)[::1]
_BOARDS, _SCORES = types.uint8[:, ::1], types.int64[::1]
_STATE = (U64, _RUN, _BOARDS, _SCORES, _SCORES)


@compiled(types.boolean(TASK, MEMORY, U64, _RUN, _BOARDS, _SCORES))
def sample(task, memory, state, run, boards, scores):
    """Draw a random candidate; any is accepted."""
    run[0].iteration += 1
    if not draw_board(task, state, boards[CANDIDATE]):
        return False
    scores[CANDIDATE] = score(task, memory, boards[CANDIDATE])
    run[0].evaluations += 1
    return True


@compiled(types.boolean(TASK, MEMORY, _PLAN, *_STATE))
def anneal(task, memory, plan, state, run, boards, scores, losses):
    """Make a random neighbour the candidate; accept it by the criterion of Metropolis."""
    if run[0].iteration == 0:
        run[0].heat = plan[0].start
    elif run[0].iteration % plan[0].plateau == 0:
        run[0].heat *= plan[0].cooling
    run[0].iteration += 1
    heat = run[0].heat
    if plan[0].relative:
        heat *= max(scores[BEST], 1)
    boards[CANDIDATE] = boards[CURRENT]
    number = move(task, state, plan[0].swapping, plan[0].distribution, boards[CANDIDATE])
    if number == NO_MOVE:
        return False
    if plan[0].doubt and losses[number] > plan[0].doubt * heat and uniform(state) >= plan[0].again:
        return False
    if not satisfies(task, boards[CANDIDATE]):
        return False
    scores[CANDIDATE] = score(task, memory, boards[CANDIDATE])
    run[0].evaluations += 1
    loss = scores[CURRENT] - scores[CANDIDATE]
    losses[number] = loss
    if loss > 0 and (heat <= 0 or uniform(state) >= math.exp(-loss / heat)):
        return False
    return is_far(task, boards[CANDIDATE])


@compiled(types.void(TASK, types.int64, _BOARDS, _SCORES, types.int64))
def consider(task, kept, boards, scores, worth):
    """Make CURRENT, as it is changed for the moment, the candidate if that is the best so far."""
    if scores[CANDIDATE] != NEVER and worth <= scores[CANDIDATE]:
        return
    for row in range(KEPT, KEPT + kept):
        if (boards[row] == boards[CURRENT]).all():
            return
    if satisfies(task, boards[CURRENT]) and is_far(task, boards[CURRENT]):
        boards[CANDIDATE] = boards[CURRENT]
        scores[CANDIDATE] = worth


@compiled(types.boolean(TASK, MEMORY, _PLAN, _RUN, _BOARDS, _SCORES))
def climb(task, memory, plan, run, boards, scores):
    """Go through the neighbours of one tile; after the last tile accept the best of all.

    Ascent accepts it if it is better, tabu anything that is none of its last grids.
    """
    size = len(task.allowed)
    tile = run[0].tile
    tabu = plan[0].tabu
    kept = min(run[0].kept, tabu)
    if tile == 0:
        scores[CANDIDATE] = NEVER
    if tile < size:
        if may_change(task, boards[CURRENT], tile):
            score_letters(task, memory, boards[CURRENT], tile)
            borne = boards[CURRENT, tile]
            for letter in range(LETTERS):
                if task.allowed[tile] >> letter & 1 and letter != borne:
                    run[0].evaluations += 1
                    boards[CURRENT, tile] = letter
                    consider(task, kept, boards, scores, memory.scores[letter])
            boards[CURRENT, tile] = borne
    elif task.placed:
        one = tile - size
        for other in range(one):
            if boards[CURRENT, size + one] != boards[CURRENT, size + other]:
                run[0].evaluations += 1
                swap(boards[CURRENT], size + one, size + other)
                consider(task, kept, boards, scores, score(task, memory, boards[CURRENT]))
                swap(boards[CURRENT], size + one, size + other)
    run[0].tile += 1
    if run[0].tile < size * (1 + task.placed):
        return False

    run[0].tile = 0
    run[0].iteration += 1
    accepted = scores[CANDIDATE] > (NEVER if tabu else scores[CURRENT])
    if tabu:
        boards[KEPT + run[0].kept % tabu] = boards[CURRENT]
        run[0].kept += 1
    run[0].finished = not accepted or (tabu and run[0].iteration >= plan[0].iterations)
    return accepted


@compiled(types.void(_BOARDS, _SCORES, types.int64))
def rank(boards, scores, members):
    """Order a population, best first; of equals the order stays."""
    for end in range(KEPT + 1, KEPT + members):
        row = end
        while row > KEPT and scores[row] > scores[row - 1]:
            for place in range(boards.shape[1]):
                boards[row, place], boards[row - 1, place] = (
                    boards[row - 1, place],
                    boards[row, place],
                )
            scores[row], scores[row - 1] = scores[row - 1], scores[row]
            row -= 1


@compiled(types.void(_BOARDS, _SCORES, types.int64, types.int64))
def succeed(boards, scores, members, elite):
    """Put the next population in the place of the last, of which the `elite` best remain."""
    rank(boards[members:], scores[members:], members)
    for member in range(members - 1, elite - 1, -1):
        boards[KEPT + member] = boards[KEPT + members + member - elite]
        scores[KEPT + member] = scores[KEPT + members + member - elite]


@compiled(types.void(TASK, U64, U8))
def mutate(task, state, board):
    """Give a random tile another letter, or swap two bonuses where the search places them."""
    size = len(task.allowed)
    tile = below(state, size)
    if task.placed and draw(state) >> np.uint64(63):
        swap(board, size + tile, size + below(state, size))
    elif may_change(task, board, tile):
        board[tile] = draw_letter(task, state, 0)


@compiled(types.boolean(TASK, MEMORY, _PLAN, U64, _RUN, _BOARDS, _SCORES))
def breed(task, memory, plan, state, run, boards, scores):
    """Make a member of the first population, or two of the next; rank it when it is complete.

    The population lies from row KEPT on, best first, the next one behind it. Members 2k and
    2k + 1 exchange their letters behind a random tile. A child that would break a constraint
    is its parent again.
    """
    size = len(task.allowed)
    members = plan[0].population
    first = run[0].iteration == 0
    run[0].kept += 1 if first else 2
    row = KEPT + run[0].kept - 1
    if first:
        if not draw_board(task, state, boards[row]):
            boards[row] = boards[CURRENT]
        scores[row] = score(task, memory, boards[row])
        run[0].evaluations += 1
    else:
        cut = 1 + below(state, size - 1)
        for child in range(2):
            parent, other = row - 1 + child, row - child
            mine = boards[parent + members]
            mine[:] = boards[parent]
            mine[cut:size] = boards[other, cut:size]
            if uniform(state) < plan[0].mutation:
                mutate(task, state, mine)
            if satisfies(task, mine) and is_far(task, mine):
                scores[parent + members] = score(task, memory, mine)
                run[0].evaluations += 1
            else:
                mine[:] = boards[parent]
                scores[parent + members] = scores[parent]
    if run[0].kept < members:
        return False

    run[0].kept = 0
    run[0].iteration += 1
    if not first:
        succeed(boards, scores, members, plan[0].elite)
    rank(boards, scores, members)
    # The best one comes twice, the worst one goes.
    boards[KEPT + members - 1] = boards[KEPT]
    scores[KEPT + members - 1] = scores[KEPT]
    boards[CANDIDATE] = boards[KEPT]
    scores[CANDIDATE] = scores[KEPT]
    return is_far(task, boards[CANDIDATE])


@compiled(
    types.int64(
        TASK, MEMORY, _PLAN, *_STATE, types.int64, types.int64, types.int64[:, ::1], _BOARDS,
    )
)  # fmt: skip
def advance(task, memory, plan, state, run, boards, scores, losses, limit, target, found, gains):
    """Go on with a run; return how many times it found a new best.

    Until `limit` evaluations are done, the best score is `target`, the method is finished,
    TURNS were made, for many moves need no evaluation, or there is no more room: for each new
    best `found`, int64[room, 2], gets the number of evaluations done and the score, and
    `gains`, uint8[room, 2 n], the board.
    """
    rule = plan[0].rule
    gained = 0
    turns = 0
    while (
        turns < TURNS
        and not run[0].finished
        and run[0].evaluations < limit
        and scores[BEST] < target
        and gained < len(found)
    ):
        turns += 1
        if run[0].climbing:
            accepted = climb(task, memory, plan, run, boards, scores)
        elif rule == SAMPLE:
            accepted = sample(task, memory, state, run, boards, scores)
        elif rule == BREED:
            accepted = breed(task, memory, plan, state, run, boards, scores)
        else:
            accepted = anneal(task, memory, plan, state, run, boards, scores, losses)
        if accepted:
            boards[CURRENT] = boards[CANDIDATE]
            scores[CURRENT] = scores[CANDIDATE]
            if scores[CURRENT] > scores[BEST]:
                boards[BEST] = boards[CURRENT]
                scores[BEST] = scores[CURRENT]
                found[gained, 0] = run[0].evaluations
                found[gained, 1] = scores[BEST]
                gains[gained] = boards[BEST]
                gained += 1
        if run[0].iteration >= plan[0].iterations and not run[0].climbing:
            if plan[0].polish:
                boards[CURRENT] = boards[BEST]
                scores[CURRENT] = scores[BEST]
                run[0].climbing = 1
            else:
                run[0].finished = 1
    return gained
