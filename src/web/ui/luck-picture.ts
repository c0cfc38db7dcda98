/** The size of a link's preview. */
const SIZE = { width: 1_200, height: 630, margin: 64 } as const;
const BELL = { top: 330, floor: 560, radius: 6, step: 14 } as const;

export interface LuckPicture {
  /** The site's address. */
  readonly source: string;
  readonly headline: string;
  readonly reasons: string;
  /** Rates that luck alone brings, a dot each. */
  readonly dots: readonly number[];
  readonly own: Mark;
  readonly needed: Mark;
}

interface Mark {
  readonly at: number;
  readonly label: string;
}

/** A judgement as a picture: its sentence, its basis, and where luck alone lands. Null: it cannot be drawn. */
export function luckPicture({
  source,
  headline,
  reasons,
  dots,
  own,
  needed,
}: LuckPicture): Promise<Blob | null> {
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
  write(source, 76, 0, font(500, 24), '--ink-3');
  const below = write(headline, 150, 64, font(650, 56), '--ink');
  const foot = write(reasons, below + 48, 38, font(400, 28), '--ink-2');
  const top = Math.max(BELL.top, foot + 56);

  const places = [...dots, own.at, needed.at];
  const low = Math.min(...places);
  const wide = SIZE.width - SIZE.margin * 3;
  const x = (at: number): number =>
    SIZE.margin * 1.5 + ((at - low) / (Math.max(...places) - low || 1)) * wide;
  const stacks = new Map<number, number>();
  const columns = dots.map((at) => Math.round(x(at) / BELL.step) * BELL.step);
  for (const column of columns) stacks.set(column, (stacks.get(column) ?? 0) + 1);
  const step = Math.min(BELL.step, (BELL.floor - top - 30) / Math.max(...stacks.values(), 1));
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
  context.fillRect(x(needed.at) - 1, top + 40, 2, BELL.floor - top - 40);
  context.fillRect(x(own.at) - 2, top, 4, BELL.floor - top);
  context.font = font(500, 24);
  context.textAlign = 'center';
  const label = ({ at, label: text }: Mark, y: number): void => {
    const half = context.measureText(text).width / 2 + SIZE.margin;
    context.fillText(text, Math.min(SIZE.width - half, Math.max(half, x(at))), y);
  };
  label(own, top - 10);
  label(needed, BELL.floor + 34);
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/png'));
}

/** Writes a text in as many lines as it needs; returns the y of the last line. */
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
