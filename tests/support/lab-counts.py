"""Counts a rule on one-minute bars as docs/lab.md says it, with nothing of Pipcast: lab-counts.py BARS.csv RULE.json"""
import csv
import datetime
import json
import math
import sys

MINUTE, DAY, PAYOUT = 60_000, 86_400_000, 0.8


def read(name):
    with open(name, newline='') as file:
        return [
            [int(r['timestamp_ms_utc'])] + [round(float(r[c]) * 100_000) for c in ('open', 'high', 'low', 'close')]
            for r in csv.DictReader(file)
        ]


def join(minutes, length):
    bars = []
    for t, o, h, l, c in minutes:
        t -= t % length
        if bars and bars[-1][0] == t:
            bar = bars[-1]
            bars[-1] = [t, bar[1], max(bar[2], h), min(bar[3], l), c]
        else:
            bars.append([t, o, h, l, c])
    return bars


def rsi(closes, n):
    out, gain, loss = [None] * len(closes), 0.0, 0.0
    for i in range(1, len(closes)):
        move = closes[i] - closes[i - 1]
        up, down = max(move, 0), max(-move, 0)
        if i <= n:
            gain, loss = gain + up / n, loss + down / n
        else:
            gain, loss = gain + (up - gain) / n, loss + (down - loss) / n
        if i >= n:
            out[i] = 100 * gain / (gain + loss) if gain + loss else 100
    return out


def ema(closes, n):
    out = []
    for close in closes:
        out.append(close if not out else out[-1] + 2 / (n + 1) * (close - out[-1]))
    return out


def band(closes, n, width):
    out = [None] * len(closes)
    for i in range(n - 1, len(closes)):
        window = closes[i - n + 1 : i + 1]
        mean = sum(window) / n
        out[i] = mean + width * (sum((x - mean) ** 2 for x in window) / n) ** 0.5
    return out


def compare(one, other, condition):
    how, side = ('is', condition['is']) if 'is' in condition else ('crosses', condition['crosses'])
    sign = 1 if side == 'above' else -1
    far = [None if a is None or b is None else (a - b) * sign for a, b in zip(one, other)]
    if how == 'is':
        return [x is not None and x > 0 for x in far]
    return [i > 0 and x is not None and far[i - 1] is not None and x > 0 >= far[i - 1] for i, x in enumerate(far)]


def truth(bars, c):
    closes = [b[4] - bars[0][4] for b in bars]
    if c['if'] == 'rsi':
        return compare(rsi(closes, c['length']), [c['level']] * len(bars), c)
    if c['if'] == 'ema':
        return compare(ema(closes, c['fast']), ema(closes, c['slow']), c)
    if c['if'] == 'bollinger':
        width = {'lower': -1, 'middle': 0, 'upper': 1}[c['band']] * c['width']
        return compare(closes, band(closes, c['length'], width), c)
    if c['if'] == 'body':
        share = [100 * abs(b[4] - b[1]) / (b[2] - b[3]) if b[2] > b[3] else 0 for b in bars]
        return compare(share, [c['percent']] * len(bars), c)
    if c['if'] == 'candles':
        sign = 1 if c['colour'] == 'up' else -1
        one = [(b[4] - b[1]) * sign > 0 for b in bars]
        return [i + 1 >= c['run'] and all(one[i + 1 - c['run'] : i + 1]) for i in range(len(bars))]
    if c['if'] == 'hour':
        return [c['from'] <= b[0] // 3_600_000 % 24 < c['to'] for b in bars]
    raise SystemExit('unknown condition ' + c['if'])


def mirror(c):
    c = dict(c)
    if c['if'] == 'rsi':
        c['level'] = 100 - c['level']
    swap = {'above': 'below', 'below': 'above', 'lower': 'upper', 'upper': 'lower', 'up': 'down', 'down': 'up'}
    fields = {'rsi': ['is', 'crosses'], 'ema': ['is', 'crosses'], 'bollinger': ['is', 'crosses', 'band'], 'candles': ['colour']}
    for field in fields.get(c['if'], []):
        if field in c:
            c[field] = swap.get(c[field], c[field])
    return c


def count(bars, call, put, first, last, enter, expiry, length):
    n = dict(signals=0, decided=0, right=0, ties=0, skipped=0, both=0)
    answers = []
    for i in range(first, last):
        if call[i] and put[i]:
            n['both'] += 1
        if call[i] == put[i]:
            continue
        n['signals'] += 1
        end = i + enter + expiry
        if end >= last or any(bars[j + 1][0] - bars[j][0] != length for j in range(i, end)):
            n['skipped'] += 1
            continue
        move = (bars[end][1] - bars[i + enter][1]) * (1 if call[i] else -1)
        n['ties' if move == 0 else 'decided'] += 1
        n['right'] += move > 0
        if move != 0:
            answers.append((bars[i][0], move > 0))
    return n, answers


def bets(answers, enter, expiry, length):
    """Decided signals that begin before the first of them ends are one bet; Kish's number of bets of one size."""
    sizes, end = [], -math.inf
    for t, _ in answers:
        if t + enter * length < end:
            sizes[-1] += 1
        else:
            sizes.append(1)
            end = t + (enter + expiry) * length
    return max(1, sum(sizes) ** 2 // sum(x * x for x in sizes))


def at_least(k, n, p):
    """The chance of k or more of n."""
    log = [math.lgamma(n + 1) - math.lgamma(i + 1) - math.lgamma(n - i + 1) + i * math.log(p) + (n - i) * math.log(1 - p) for i in range(k, n + 1)]
    return math.fsum(map(math.exp, log))


def clopper_pearson(k, n):
    def solve(low_enough):
        low, high = 1e-12, 1 - 1e-12
        for _ in range(60):
            p = (low + high) / 2
            low, high = (p, high) if low_enough(p) else (low, p)
        return low

    low = 0 if k == 0 else solve(lambda p: at_least(k, n, p) < 0.025)
    high = 1 if k == n else solve(lambda p: 1 - at_least(k + 1, n, p) > 0.025)
    return {'low': low, 'high': high}


def chance(answers):
    """Exactly how likely the sum of right less wrong is as high, or higher, where a coin turns each day round."""
    days = {}
    for t, right in answers:
        days[t // DAY] = days.get(t // DAY, 0) + (1 if right else -1)
    ways = {0: 1.0}
    for day in days.values():
        after = {}
        for total, weight in ways.items():
            for sign in (1, -1):
                after[total + sign * day] = after.get(total + sign * day, 0) + weight / 2
        ways = after
    return math.fsum(weight for total, weight in ways.items() if total >= sum(days.values()))


def figures(n, answers, enter, expiry, length):
    rate = n['right'] / n['decided']
    k = bets(answers, enter, expiry, length)
    return {
        'rate': rate,
        'perStake': rate * PAYOUT - (1 - rate),
        'enough': rate >= 1 / (1 + PAYOUT),
        'bets': k,
        'interval': clopper_pearson(math.floor(rate * k + 0.5), k),
        'chance': chance(answers),
    }


rule = json.load(open(sys.argv[2]))
minutes = read(sys.argv[1])
length = {'1min': 1, '5min': 5, '15min': 15, '1h': 60}[rule['bar']] * MINUTE
start, end = minutes[0][0], minutes[-1][0]
seal = int((start + (end - start) * 2 / 3) // DAY * DAY)
bars = join(minutes, length)
every = lambda conditions: [all(x) for x in zip(*(truth(bars, c) for c in conditions))]
call = every(rule['call'])
put = every([mirror(c) for c in rule['call']] if rule['put'] == 'mirror' else rule['put'])
cut = sum(b[0] < seal for b in bars)
answer = {'sealedFrom': datetime.datetime.fromtimestamp(seal / 1000, datetime.timezone.utc).strftime('%Y-%m-%dT%H:%M:%S.000Z')}
for part, first, last in (('open', 0, cut), ('sealed', cut, len(bars))):
    counts = [
        count(bars, call, put, first, last, rule['enterAfterBars'] + late, rule['expiryBars'], length) for late in (0, 1)
    ]
    said = figures(*counts[0], rule['enterAfterBars'], rule['expiryBars'], length)
    answer[part] = {'counts': {**counts[0][0], 'bars': last - first, 'later': counts[1][0]}, 'figures': said}
print(json.dumps(answer))
