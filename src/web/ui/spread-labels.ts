import { type RefObject, useLayoutEffect } from 'react';
import type { GaugeMark } from './gauge.tsx';

/** A lighter label makes way for a heavier one, and goes where there is no room for both. */
const WEIGHT: Readonly<Record<GaugeMark['form'], number>> = { coin: 1, need: 10, drawn: 10, solid: 100 };
/** Between two labels, in pixels. */
const GAP = 8;

/** Keeps the labels of a gauge beside each other, whatever their language and their letters make of their widths. */
export function useSpreadLabels(line: RefObject<HTMLDivElement | null>): void {
  useLayoutEffect(() => {
    const { current } = line as { current: HTMLDivElement };
    const labels = [...current.querySelectorAll('span')];
    // Their widths change with the typeface, which comes later.
    const observer = new ResizeObserver(placeLabels);
    for (const element of [current, ...labels]) observer.observe(element);
    placeLabels();
    return () => observer.disconnect();

    function placeLabels(): void {
      const measured = labels.map(({ offsetLeft, offsetWidth, dataset }) => ({
        at: offsetLeft,
        width: offsetWidth,
        weight: WEIGHT[dataset['form'] as GaugeMark['form']],
      }));
      for (const [index, left] of spreadLabels(measured, current.offsetWidth).entries()) {
        const { style } = labels[index] as HTMLElement;
        const { at, width } = measured[index] as Label;
        style.visibility = left === undefined ? 'hidden' : '';
        style.setProperty('--aside', `${(left ?? 0) + width / 2 - at}px`);
      }
    }
  });
}

/** Of a label: where its mark stands and how wide it is, in pixels. */
interface Label {
  readonly at: number;
  readonly width: number;
  readonly weight: number;
}

/**
 * The left edge of each label, in pixels from the line's left end: as near below its mark as the others and the line's ends let it.
 * Undefined for the lightest where a line of `room` pixels has no place for all, or where they push the heaviest from its mark.
 */
export function spreadLabels(labels: readonly Label[], room: number): (number | undefined)[] {
  let shown = labels.toSorted((one, other) => one.at - other.at);
  for (;;) {
    const lefts = leftEdges(shown, room);
    const [lightest, ...heavier] = shown.toSorted((one, other) => one.weight - other.weight);
    const heaviest = heavier.at(-1);
    const leftOf = (label: Label) => lefts[shown.indexOf(label)];
    if (heaviest === undefined || isNear(heaviest, leftOf(heaviest))) return labels.map(leftOf);
    shown = shown.filter((label) => label !== lightest);
  }
}

function isNear({ at, width }: Label, left = Number.POSITIVE_INFINITY): boolean {
  return Math.abs(left + width / 2 - at) <= width;
}

/** Least squares by weight, of labels in the order of their marks (pool adjacent violators); empty where the line is too short. */
function leftEdges(labels: readonly Label[], room: number): number[] {
  const before: number[] = [];
  let end = 0;
  for (const { width } of labels) {
    before.push(end);
    end += width + GAP;
  }
  const spare = Math.max(0, room - end + GAP);
  if (end - GAP > room && labels.length > 1) return [];
  const groups: { left: number; weight: number; count: number }[] = [];
  for (const [index, { at, width, weight }] of labels.entries()) {
    let group = { left: at - width / 2 - (before[index] as number), weight, count: 1 };
    for (let last = groups.at(-1); last !== undefined && last.left > group.left; last = groups.at(-1)) {
      groups.pop();
      const both = last.weight + group.weight;
      const left = (last.left * last.weight + group.left * group.weight) / both;
      group = { left, weight: both, count: last.count + group.count };
    }
    groups.push(group);
  }
  return groups
    .flatMap(({ left, count }) => Array<number>(count).fill(Math.min(Math.max(left, 0), spare)))
    .map((left, index) => left + (before[index] as number));
}
