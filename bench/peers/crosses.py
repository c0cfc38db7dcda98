"""The peers of `npm run bench lab`: one turn of 640 crosses of averages as they are written with numba, one loop a rule, and with pandas.

Averages and outcomes are a part of the work. Compiling is not: a first run on few bars does that. Prints seconds of processor time, and
signals, decided and right of each rule.
"""

import json
import sys
import time

import numpy as np
import pandas as pd
from numba import njit

FASTS, SLOWS = range(2, 18), range(20, 60)


@njit
def average(price, size):
    weight = 2 / (size + 1)
    averages = np.empty(len(price))
    value = price[0]
    for bar in range(len(price)):
        value = price[bar] * weight + value * (1 - weight) if bar > 0 else price[bar]
        averages[bar] = value
    return averages


@njit
def outcomes(minute, price):
    moves = np.zeros(len(price), np.int8)
    for bar in range(len(price) - 2):
        if minute[bar + 2] - minute[bar] == 2:
            moves[bar] = np.sign(price[bar + 2] - price[bar + 1])
    return moves


@njit
def crosses(fast, slow, move):
    signals = decided = right = 0
    before = fast[0] - slow[0]
    for bar in range(1, len(fast)):
        now = fast[bar] - slow[bar]
        if (now > 0 and before <= 0) or (now < 0 and before >= 0):
            signals += 1
            if move[bar] != 0:
                decided += 1
                if (move[bar] > 0) == (now > 0):
                    right += 1
        before = now
    return signals, decided, right


def with_numba(minute, opening, close):
    price = (close - close[0]).astype(np.float64)
    move = outcomes(minute, opening)
    averages = {size: average(price, size) for size in [*FASTS, *SLOWS]}
    return [crosses(averages[fast], averages[slow], move) for fast in FASTS for slow in SLOWS]


def with_pandas(minute, opening, close):
    bars = pd.DataFrame({"minute": minute, "open": opening, "price": close - close[0]})
    entry, leave = bars.open.shift(-1), bars.open.shift(-2)
    is_whole = bars.minute.shift(-2) - bars.minute == 2
    up, down = is_whole & (leave > entry), is_whole & (leave < entry)
    averages = {size: bars.price.ewm(span=size, adjust=False).mean() for size in [*FASTS, *SLOWS]}
    counts = []
    for fast in FASTS:
        for slow in SLOWS:
            above, below = averages[fast] > averages[slow], averages[fast] < averages[slow]
            call = above & ~above.shift(1, fill_value=True)
            put = below & ~below.shift(1, fill_value=True)
            right = (call & up).sum() + (put & down).sum()
            wrong = (call & down).sum() + (put & up).sum()
            counts.append((call.sum() + put.sum(), right + wrong, right))
    return counts


runs = {"numba": with_numba, "pandas": with_pandas}
columns = np.fromfile(sys.argv[2], np.int32).reshape(3, -1)
run = runs[sys.argv[1]]
run(*columns[:, :1000].copy())
before = time.process_time()
counts = run(*columns)
took = time.process_time() - before
print(json.dumps({"seconds": took, "counts": [[int(count) for count in rule] for rule in counts]}))
