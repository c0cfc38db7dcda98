import type {
  IPrimitivePaneRenderer,
  IPrimitivePaneView,
  ISeriesPrimitive,
  SeriesAttachedParameter,
  Time,
  UTCTimestamp,
} from 'lightweight-charts';

type Target = Parameters<IPrimitivePaneRenderer['draw']>[0];

interface Paint {
  readonly line: string;
  readonly text: string;
  readonly surface: string;
}

const LABEL_TOP = 4;
const LABEL_HEIGHT = 16;
const LABEL_GAP = 5;

/** Two upright hairlines in the chart, named at their top: where a signal starts, and where it expires. */
export class TimeMarks implements ISeriesPrimitive<Time> {
  #attached: SeriesAttachedParameter<Time> | undefined;
  #instants: { readonly startS: number; readonly expiryS: number } | undefined;
  #paint: Paint = { line: 'gray', text: 'gray', surface: 'white' };
  readonly #views: readonly IPrimitivePaneView[] = [
    { zOrder: () => 'top', renderer: () => ({ draw: (target) => this.#draw(target) }) },
  ];

  attached(parameters: SeriesAttachedParameter<Time>): void {
    this.#attached = parameters;
  }

  detached(): void {
    this.#attached = undefined;
  }

  paneViews(): readonly IPrimitivePaneView[] {
    return this.#views;
  }

  show(instants: { readonly startS: number; readonly expiryS: number } | undefined): void {
    this.#instants = instants;
    this.#attached?.requestUpdate();
  }

  paint(paint: Paint): void {
    this.#paint = paint;
    this.#attached?.requestUpdate();
  }

  #draw(target: Target): void {
    const instants = this.#instants;
    const chart = this.#attached?.chart;
    if (instants === undefined || chart === undefined) return;
    const place = (second: number) => chart.timeScale().timeToCoordinate(second as UTCTimestamp);
    const startX = place(instants.startS);
    const expiryX = place(instants.expiryS);
    target.useMediaCoordinateSpace(({ context, mediaSize }) => {
      context.font = `12px ${chart.options().layout.fontFamily}`;
      context.textBaseline = 'middle';
      // Their names stand on the outer sides, those of a short signal at the edge on two lines: they never run into each other.
      if (startX !== null) this.#mark(context, 'Start', startX, 'end', 0, mediaSize);
      if (expiryX === null) return;
      const width = context.measureText('Expiry').width;
      const isTight = startX !== null && expiryX - LABEL_GAP - width < startX + LABEL_GAP;
      this.#mark(context, 'Expiry', expiryX, 'start', isTight ? 1 : 0, mediaSize);
    });
  }

  #mark(
    context: CanvasRenderingContext2D,
    name: string,
    x: number,
    wishedSide: 'start' | 'end',
    row: number,
    size: { readonly width: number; readonly height: number },
  ): void {
    const width = context.measureText(name).width;
    const isRight = wishedSide === 'start' ? x + LABEL_GAP + width <= size.width : x - LABEL_GAP - width < 0;
    const top = LABEL_TOP + row * LABEL_HEIGHT;
    const left = isRight ? x + LABEL_GAP : x - LABEL_GAP - width;
    context.fillStyle = this.#paint.line;
    context.fillRect(Math.round(x), 0, 1, size.height);
    context.fillStyle = this.#paint.surface;
    context.fillRect(left - 2, top, width + 4, LABEL_HEIGHT);
    context.fillStyle = this.#paint.text;
    context.textAlign = 'left';
    context.fillText(name, left, top + LABEL_HEIGHT / 2);
  }
}
