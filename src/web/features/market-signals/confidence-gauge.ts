/** The ends of the line, in percent: what an honest confidence of so short a time can be, and what payouts ask for. */
const LOW = 48;
const HIGH = 58;
/** Labels nearer than this, in percent, would stand on each other. */
const NEAR = 2.2;
/** A value so near to the coin, in percent, takes the place under the coin's mark. */
const BESIDE_COIN = 1.2;

export interface GaugeMark {
  /** Where it stands on the line: 0 is its left end, 1 its right. Beyond the line is at its end. */
  readonly at: number;
  /** On which side of its mark the label stands. */
  readonly label: 'before' | 'left' | 'right' | 'centre' | 'none';
}

export interface Gauge {
  readonly coin: GaugeMark;
  readonly value: GaugeMark;
  readonly need: GaugeMark;
}

/** Places a confidence between the coin's 50 and what is needed, in percent, so that no label covers another. */
export function placeGauge(value: number, need: number): Gauge {
  const isNear = Math.abs(value - need) < NEAR;
  const isNeedFirst = need < value;
  const coinLabel = (): GaugeMark['label'] => {
    if (need < 50 + NEAR) return 'none';
    return value < 50 + BESIDE_COIN ? 'before' : 'left';
  };
  const needLabel = (): GaugeMark['label'] => {
    if (need > HIGH - 1.2) return 'left';
    if (isNear) return isNeedFirst ? 'left' : 'right';
    return 'centre';
  };
  return {
    coin: { at: shareOf(50), label: coinLabel() },
    value: { at: shareOf(value), label: isNear && !isNeedFirst && value > 51 ? 'left' : 'right' },
    need: { at: shareOf(need), label: needLabel() },
  };
}

function shareOf(percent: number): number {
  return (Math.min(HIGH, Math.max(LOW, percent)) - LOW) / (HIGH - LOW);
}
