"""Bootstrap over scenes in NumPy, for bench/bootstrap.ts: seconds of each repeat as JSON.

    python bootstrap-reference.py COUNTS.json REPEATS REPLICATES

COUNTS.json: {"sides": [{"hits": [...], "windows": [...]}, ...]} with one side or two. Whole arrays in blocks that fit the cache, as one
who knows NumPy would write it; the faster of two ways of summing (gathered rows, or counts of how often each scene was drawn times the
counts, as one matrix product) is taken.
"""

import json
import sys
import time

import numpy as np

path, repeats, replicates = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
with open(path, encoding="utf-8") as file:
    sides = json.load(file)["sides"]
columns = [np.array(side[key], dtype=np.float64) for side in sides for key in ("hits", "windows")]
scenes = len(columns[0])
BLOCK = 250


def gathered(rng):
    sums = np.empty((len(columns), replicates))
    for start in range(0, replicates, BLOCK):
        stop = min(start + BLOCK, replicates)
        drawn = rng.integers(0, scenes, size=(stop - start, scenes), dtype=np.int32)
        for row, column in enumerate(columns):
            sums[row, start:stop] = column[drawn].sum(axis=1)
    return sums


def multinomial(rng):
    table = np.stack(columns, axis=1)
    sums = np.empty((len(columns), replicates))
    for start in range(0, replicates, BLOCK):
        stop = min(start + BLOCK, replicates)
        drawn = rng.multinomial(scenes, np.full(scenes, 1 / scenes), size=stop - start)
        sums[:, start:stop] = (drawn @ table).T
    return sums


def interval(sums):
    ratios = [sums[2 * i] / sums[2 * i + 1] for i in range(len(sides))]
    values = ratios[0] if len(ratios) == 1 else ratios[1] - ratios[0]
    return np.percentile(values, [2.5, 97.5]).tolist()


best = None
for way in (gathered, multinomial):
    times = []
    for repeat in range(repeats):
        began = time.perf_counter()
        found = interval(way(np.random.default_rng(repeat)))
        times.append(time.perf_counter() - began)
    if best is None or min(times) < min(best["seconds"]):
        best = {"way": way.__name__, "seconds": times, "interval": found}
print(json.dumps(best))
