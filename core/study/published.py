"""The figures of earlier works, on machines and word lists of their own.

The report: a student report, "Solveur de Ruzzle" (Java, 386,264 words). The article: a French
article on a Boggle solver in Ruby (some 380,000 words of 3 letters and more). Rossant: Cyrille
Rossant, "Playing with Ruzzle in Python" (336,531 words). Names are those of `plan`; the article's
trie is of a library, Rossant's of nested dictionaries.
"""

REPORT, ARTICLE, ROSSANT = "Java report", "Ruby article", "Rossant"

Known = tuple[tuple[str, str], ...]  # what was told, and by whom

# (search, structure, size of the grid): of a grid. The article's figures are for the whole
# program, of which only the trie takes long to be built; 100 grids took it 20 s more.
SEARCHES: dict[tuple[str, str, str], Known] = {
    ("brute force", "list", "3x3"): (("270 s", ARTICLE),),
    ("brute force", "hash set", "3x3"): (("under 1 s", ARTICLE),),
    ("brute force", "hash set", "4x4"): (("430 s", ARTICLE),),
    ("with a mask", "hash set", "4x4"): (("100 s", ARTICLE),),
    ("with neighbours", "hash set", "4x4"): (("50 s", ARTICLE),),
    ("with pruning", "list", "3x3"): (("50 s", ARTICLE),),
    ("with pruning", "list", "4x4"): (("minutes", ROSSANT),),
    ("with pruning", "nested dicts", "3x3"): (("20 s with building", ARTICLE),),
    ("with pruning", "nested dicts", "4x4"): (("200 ms", ARTICLE), ("a few tens of ms", ROSSANT)),
    ("with pruning", "two hash sets", "4x4"): (("42 ms", REPORT),),
}
CONSTRUCTIONS: dict[str, Known] = {
    "nested dicts": (("20 s", ARTICLE),),
    "two hash sets": (("0.67 s", REPORT),),
}
# Building and one search of random letters, together.
LETTERS: dict[str, Known] = {
    "list of signatures": (("1.12 s", REPORT),),
    "map of signatures": (("2.23 s", REPORT),),
}
# height of the hybrid trie: (mean, largest) list; of heights 1 and 2 the report tells the mean
# twice. Its total for the best heights, 2 to 7, was about 0.45 s.
LISTS = {
    0: (386264, 386264),
    1: (14856, 14856),
    2: (1214, 1214),
    3: (136, 7087),
    4: (33, 1972),
    5: (13, 1430),
    6: (7, 681),
    7: (4, 168),
    8: (2, 96),
    9: (1, 87),
    10: (1, 52),
    11: (1, 30),
    12: (1, 21),
    13: (1, 11),
    14: (1, 4),
    15: (0, 1),
}
