/** The definitions of the figures, for every form of the report. */
export const DEFINITIONS = {
  decision: 'one at each bar close; the next one when the last has expired',
  entry:
    'minute bars: the next bar’s open, expiry at its close; ticks: the mid one second after the decision, expiry a timeframe after entry',
  unchanged:
    'a price that ends where it was entered is neither right nor wrong: counted by itself, its stake refunded',
  coverage:
    'share of judged instants that gave a signal; the others are under abstentions, with their reasons',
  accuracy:
    'share of changed outcomes that went the claimed way; interval: the wider of Wilson and one with UTC days as clusters',
  accuracyTop5: 'accuracy of the most confident twentieth; Wilson interval',
  logLoss: 'mean of -ln(chance given to what happened); a coin has ln 2 = 0.693147',
  brier: 'mean of (1 - chance given to what happened) squared; a coin has 0.25',
  ece: 'mean over the bins of |claimed - observed|, each weighted by its decisions',
  bins: 'by claimed chance, from inclusive, to exclusive; one with fewer than 2,000 decisions is joined with the one below; low and high: Wilson 95 % of the observed share',
  expectation:
    'what a stake of 1 brings: payout when right, -1 when wrong, 0 when unchanged; interval with UTC days as clusters',
  coin: 'the control: a seeded coin called on the same decisions',
} as const;
