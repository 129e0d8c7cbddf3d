"""What earlier works measured, on machines and word lists of their own; seconds, and lists.

The report: a student report, "Solveur de Ruzzle" (Java, 386,264 words). The article: a French
article on a Boggle solver in Ruby (some 380,000 words of 3 letters and more). Rossant: Cyrille
Rossant, "Playing with Ruzzle in Python" (336,531 words). Names are those of `comparing`.
"""

REPORT, ARTICLE, ROSSANT = "Java report", "Ruby article", "Rossant"

# (search, structure, size of the grid): (seconds a grid, who measured it). The article's figures
# are for the whole program, of which only the trie takes long to be built: 20 s. With it, 100
# grids took 20 s more.
SEARCHES = {
    ("brute force", "list", "3x3"): (270.0, ARTICLE),
    ("brute force", "hash set", "4x4"): (430.0, ARTICLE),
    ("with a mask", "hash set", "4x4"): (100.0, ARTICLE),
    ("with neighbours", "hash set", "4x4"): (50.0, ARTICLE),
    ("with pruning", "list", "3x3"): (50.0, ARTICLE),
    ("with pruning", "nested dicts", "4x4"): (0.2, ARTICLE),
    ("with pruning", "two hash sets", "4x4"): (0.042066733, REPORT),
}
# structure: (seconds, who measured it)
CONSTRUCTIONS = {
    "nested dicts": (20.0, ARTICLE),
    "two hash sets": (0.665501022, REPORT),
}
# Building and one search of random letters, together.
LETTERS = {
    "list of signatures": (1.11939397, REPORT),
    "map of signatures": (2.22744397, REPORT),
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
