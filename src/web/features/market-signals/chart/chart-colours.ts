/** The design tokens of the chart: ink and hairlines; colour is for directions only. */
const TOKENS = {
  ink: '--ink',
  candle: '--ink-2',
  text: '--ink-3',
  control: '--control',
  hairline: '--line',
  surface: '--surface',
  call: '--call-text',
  put: '--put-text',
  callWash: '--call-face',
  putWash: '--put-face',
} as const;

type Token = keyof typeof TOKENS;
export type ChartColours = Readonly<Record<Token, string>>;

/** The opacity of a direction's colour in the window of its signal. */
const ALPHAS: Partial<Record<Token, number>> = { callWash: 0.2, putWash: 0.2 };
/** Hairlines stay behind the prices where all ink is of one colour. */
const FORCED_ALPHAS: Partial<Record<Token, number>> = { ...ALPHAS, hairline: 0.3, control: 0.6 };

/**
 * The colours of a theme. The chart understands no oklch(): each goes through a canvas, which tells its red, green and blue. Where the
 * reader's system chooses the colours, there are two: that of the text and that of the page.
 */
export function readColours(element: HTMLElement): ChartColours {
  const style = getComputedStyle(element);
  const isForced = matchMedia('(forced-colors: active)').matches;
  const page = getComputedStyle(document.body).backgroundColor;
  const context = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true });
  const read = (name: Token) => {
    if (context === null) return 'gray';
    const forced = name === 'surface' ? page : style.color;
    context.fillStyle = isForced ? forced : style.getPropertyValue(TOKENS[name]);
    context.fillRect(0, 0, 1, 1);
    const [red, green, blue] = context.getImageData(0, 0, 1, 1).data;
    return `rgba(${red}, ${green}, ${blue}, ${(isForced ? FORCED_ALPHAS : ALPHAS)[name] ?? 1})`;
  };
  const names = Object.keys(TOKENS) as Token[];
  return Object.fromEntries(names.map((name) => [name, read(name)])) as Record<Token, string>;
}
