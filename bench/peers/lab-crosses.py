"""Counts crosses of averages of 2 to 17 bars with those of 20 to 59: lab-crosses.py numpy|pandas|numba|vectorbt FOLDER"""
import json
import sys
import time

import numpy as np

name, folder = sys.argv[1:3]
times = np.fromfile(f'{folder}/time', dtype='<f8')
opens = np.fromfile(f'{folder}/open', dtype='<i4')
close = np.fromfile(f'{folder}/close', dtype='<i4').astype('f8')
close -= close[0]
n = len(close)
FAST, SLOW = range(2, 18), range(20, 60)
move = np.zeros(n, dtype='i1')
move[:-2] = np.where(times[2:] - times[:-2] == 120_000, np.sign(opens[2:] - opens[1:-1]), 0)


def average(size):
    weight, keep, out = 2 / (size + 1), 1 - 2 / (size + 1), np.empty(n)
    value = out[0] = close[0]
    for i, price in enumerate(close.tolist()):
        if i:
            value = out[i] = price * weight + value * keep
    return out


def by_numpy(fast, slow):
    above, below = fast > slow, fast < slow
    call = above[1:] & ~above[:-1]
    put = below[1:] & ~below[:-1]
    up, down = move[1:] > 0, move[1:] < 0
    right = np.count_nonzero(call & up) + np.count_nonzero(put & down)
    wrong = np.count_nonzero(call & down) + np.count_nonzero(put & up)
    return np.count_nonzero(call) + np.count_nonzero(put), right + wrong, right


if name == 'numpy':
    averages = {size: average(size) for size in (*FAST, *SLOW)}
    one = by_numpy
elif name == 'pandas':
    import pandas as pd

    averages = {size: pd.Series(average(size)) for size in (*FAST, *SLOW)}
    moves = pd.Series(move)

    def one(fast, slow):
        above, below = fast > slow, fast < slow
        call, put = above & ~above.shift(fill_value=True), below & ~below.shift(fill_value=True)
        right = (call & (moves > 0)).sum() + (put & (moves < 0)).sum()
        wrong = (call & (moves < 0)).sum() + (put & (moves > 0)).sum()
        return call.sum() + put.sum(), right + wrong, right

elif name == 'numba':
    import numba

    averages = {size: average(size) for size in (*FAST, *SLOW)}

    @numba.njit
    def one(fast, slow):
        signals = decided = right = 0
        before = fast[0] - slow[0]
        for bar in range(1, n):
            now = fast[bar] - slow[bar]
            if (now > 0 and before <= 0) or (now < 0 and before >= 0):
                signals += 1
                if move[bar] != 0:
                    decided += 1
                    right += (move[bar] > 0) == (now > 0)
            before = now
        return signals, decided, right

    one(averages[2], averages[20])
else:
    import pandas as pd
    import vectorbt

    averages = {size: pd.Series(average(size)) for size in (*FAST, *SLOW)}

    def one(fast, slow):
        call, put = fast.vbt.crossed_above(slow).to_numpy(), fast.vbt.crossed_below(slow).to_numpy()
        right = np.count_nonzero(call & (move > 0)) + np.count_nonzero(put & (move < 0))
        wrong = np.count_nonzero(call & (move < 0)) + np.count_nonzero(put & (move > 0))
        return np.count_nonzero(call) + np.count_nonzero(put), right + wrong, right


began = time.process_time()
counts = [[int(x) for x in one(averages[fast], averages[slow])] for fast in FAST for slow in SLOW]
print(json.dumps({'seconds': time.process_time() - began, 'counts': counts}))
