/** The size of a link's preview. */
const SIZE = { width: 1_200, height: 630, margin: 64 } as const;
const BELL = { top: 330, floor: 560, radius: 6, step: 14 } as const;
/** The height of a line in letters. */
const LINE = 1.36;
/** The last line of a text ends here, so that the dots keep their room; letters become smaller for it, but not below the smallest. */
const MOST_FOOT = 350;
const SMALLEST = 16;

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
  /** In letters as large as leave its last line above `most`; returns the y of that line. */
  const write = (
    text: string,
    top: number,
    {
      weight,
      pixels,
      ink,
      most = SIZE.height,
    }: { weight: number; pixels: number; ink: string; most?: number },
  ): number => {
    context.font = font(weight, pixels);
    const lines = linesOf(context, text);
    const height = Math.round(pixels * LINE);
    const foot = top + (lines.length - 1) * height;
    if (foot > most && pixels > SMALLEST) return write(text, top, { weight, pixels: pixels - 2, ink, most });
    context.fillStyle = colour(ink);
    for (const [at, line] of lines.entries()) context.fillText(line, start, top + at * height);
    return foot;
  };

  context.fillStyle = colour('--surface');
  context.fillRect(0, 0, SIZE.width, SIZE.height);
  write(source, 76, { weight: 500, pixels: 24, ink: '--ink-3' });
  const below = write(headline, 150, { weight: 650, pixels: 56, ink: '--ink' });
  const foot = write(reasons, below + 48, { weight: 400, pixels: 28, ink: '--ink-2', most: MOST_FOOT });
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

/** A text in as many lines as it needs in the context's typeface. */
function linesOf(context: CanvasRenderingContext2D, text: string): readonly string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const longer = lines.length === 0 ? word : `${lines.at(-1)} ${word}`;
    if (lines.length === 0 || context.measureText(longer).width > SIZE.width - SIZE.margin * 2)
      lines.push(word);
    else lines[lines.length - 1] = longer;
  }
  return lines;
}
