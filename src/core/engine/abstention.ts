/** Why the engine says nothing. Codes are kept in records; the texts are for people. */
export const ABSTENTIONS = {
  history: 'not enough closed bars in a row since the start or the last gap',
  gap: 'no quote in the bar before, so there is no last move to read',
  stale: 'no fresh quote: the price is older than it may be',
  thin: 'too few quotes in the last 60 bars',
  spread: 'the spread is several times its usual width',
  rollover: 'daily rollover, 16:55 to 18:05 New York',
  untrained: 'the model has not seen enough settled decisions',
  unproven: 'the calibration supports no claim above 50% yet',
  undecided: 'too close to even: the chance of the likelier side is under 50.2%',
} as const;

export type AbstentionReason = keyof typeof ABSTENTIONS;
