import { formatCount } from '../../lib/figures.ts';
import { decimal } from './decimal.ts';
import { texts } from './texts.ts';
import type { Verdict } from './verdict.ts';

/** As large as the preview of a link. */
const SIZE = { width: 1_200, height: 630, margin: 64 } as const;
const BELL = { top: 330, floor: 560, radius: 6, step: 14 } as const;

interface Drawn {
  readonly verdict: Verdict;
  readonly n: number;
  readonly won: number;
  readonly needed: number;
  /** How many each of 100 records of coins won. */
  readonly dots: readonly number[];
}

/** A verdict as a picture in the page's colours and letters: its sentence, what it rests on, and the hundred coins. */
export function verdictPicture({ verdict, n, won, needed, dots }: Drawn): Promise<Blob | null> {
  const canvas = Object.assign(document.createElement('canvas'), {
    width: SIZE.width,
    height: SIZE.height,
  });
  const context = canvas.getContext('2d');
  if (context === null) return Promise.resolve(null);
  const page = getComputedStyle(document.body);
  const colour = (name: string): string => page.getPropertyValue(name);
  const font = (weight: number, pixels: number): string => `${weight} ${pixels}px ${page.fontFamily}`;
  const isFromRight = document.documentElement.dir === 'rtl';
  context.direction = isFromRight ? 'rtl' : 'ltr';
  const start = isFromRight ? SIZE.width - SIZE.margin : SIZE.margin;
  const write = (text: string, top: number, height: number, style: string, ink: string): number => {
    context.font = style;
    context.fillStyle = colour(ink);
    return writeLines(context, text, { start, top, height });
  };

  context.fillStyle = colour('--surface');
  context.fillRect(0, 0, SIZE.width, SIZE.height);
  write(`${texts.reportTitle} · ${location.host}/check`, 76, 0, font(500, 24), '--ink-3');
  const below = write(verdict.headline, 150, 64, font(650, 56), '--ink');
  write(verdict.reasons, below + 48, 38, font(400, 28), '--ink-2');

  const reach = Math.max(...[...dots, won, needed].map((count) => Math.abs(count - n / 2)), 1) * 1.1;
  const x = (count: number): number =>
    SIZE.width / 2 + ((count - n / 2) / reach) * (SIZE.width / 2 - SIZE.margin);
  const stacks = new Map<number, number>();
  const columns = dots.map((count) => Math.round(x(count) / BELL.step) * BELL.step);
  for (const column of columns) stacks.set(column, (stacks.get(column) ?? 0) + 1);
  const step = Math.min(BELL.step, (BELL.floor - BELL.top - 30) / Math.max(...stacks.values(), 1));
  context.fillStyle = colour('--ghost');
  for (const [column, count] of stacks)
    for (let level = 0; level < count; level += 1) {
      context.beginPath();
      context.arc(column, BELL.floor - BELL.radius - 2 - level * step, BELL.radius, 0, Math.PI * 2);
      context.fill();
    }
  context.fillStyle = colour('--control');
  context.fillRect(SIZE.margin, BELL.floor, SIZE.width - SIZE.margin * 2, 2);
  context.fillStyle = colour('--ink');
  context.fillRect(x(needed) - 1, BELL.top + 40, 2, BELL.floor - BELL.top - 40);
  context.fillRect(x(won) - 2, BELL.top, 4, BELL.floor - BELL.top);
  context.font = font(500, 24);
  context.textAlign = 'center';
  const label = (text: string, at: number, top: number): void => {
    const half = context.measureText(text).width / 2 + SIZE.margin;
    context.fillText(text, Math.min(SIZE.width - half, Math.max(half, at)), top);
  };
  label(texts.thisRecord({ won: formatCount(won) }), x(won), BELL.top - 10);
  label(texts.neededHere({ needed: decimal(needed, 1) }), x(needed), BELL.floor + 34);
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/png'));
}

/** Writes a text in as many lines as it needs; returns the foot of the last. */
function writeLines(
  context: CanvasRenderingContext2D,
  text: string,
  { start, top, height }: { readonly start: number; readonly top: number; readonly height: number },
): number {
  const widest = SIZE.width - SIZE.margin * 2;
  let [line, foot] = ['', top];
  for (const word of text.split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (line !== '' && context.measureText(longer).width > widest) {
      context.fillText(line, start, foot);
      [line, foot] = [word, foot + height];
    } else line = longer;
  }
  context.fillText(line, start, foot);
  return foot;
}
