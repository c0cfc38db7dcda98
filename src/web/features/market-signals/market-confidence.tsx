import { type MouseEvent, type ReactNode, useRef, type RefObject, useLayoutEffect, memo } from 'react';
import { breakEvenRate } from '../../../core/record/verdict.ts';
import { formatConfidence, formatRate } from '../../lib/figures.ts';
import { formatPercent } from '../../lib/formats.ts';
import { usePayout, usePayoutInput } from '../../lib/payout.ts';
import { Explained } from '../../ui/disclosure.tsx';
import { Gauge, type GaugeMark } from '../../ui/gauge.tsx';
import { MeasuredTag } from '../../ui/tag.tsx';
import { texts as uiTexts } from '../../ui/texts.ts';
import { texts } from './texts.ts';
import { Card } from '../../ui/card.tsx';
import '../../ui/field.css';

interface MarketConfidenceProps {
  readonly percent: number | undefined;
  /** The sentence beside it while there is none. */
  readonly note?: ReactNode;
}

/**
 * A measured confidence, in percent, on its line between the coin's 50 and what the reader's payout needs, and what that means for a
 * stake. Undefined while there is none.
 */
export function MarketConfidence({ percent, note }: MarketConfidenceProps) {
  'use memo';
  const payout = usePayout();
  const rate = breakEvenRate(payout / 100);
  const need = {
    worth: percent === undefined ? 'unknown' : percent / 100 < rate ? 'no' : 'perhaps',
    b: <b />,
    need: formatRate(rate),
    payout: formatPercent(payout),
    even: <Explained what="breakEven" />,
    paid: <PayoutLink />,
  };
  const value = percent === undefined ? '–' : formatConfidence(percent);
  return (
    <>
      <div className="signal__line">
        <p className="signal__value">
          <Explained what="confidence">{uiTexts.confidence({ percent: value, b: <b /> })}</Explained>
        </p>
        <MeasuredTag />
      </div>
      {percent === undefined ? null : <ConfidenceGauge percent={percent} need={rate * 100} />}
      <p className="market-card__note">{texts.stake(need)}</p>
      {note === undefined ? null : <p className="market-card__note small">{note}</p>}
    </>
  );
}

/** To the card where the payout is set, without another entry in the browser's history. */
function PayoutLink({ children }: { readonly children?: ReactNode }) {
  function handleClick(event: MouseEvent): void {
    const field = document.querySelector<HTMLInputElement>('#payout input');
    if (field === null) return;
    event.preventDefault();
    field.focus();
    field.select();
  }
  return (
    <a href="#payout" onClick={handleClick}>
      {children}
    </a>
  );
}

function ConfidenceGauge({ percent, need }: { readonly percent: number; readonly need: number }) {
  const line = useRef<HTMLDivElement>(null);
  useSpreadLabels(line);
  const needText = formatRate(need / 100);
  const value = formatConfidence(percent);
  return (
    <figure aria-label={texts.gauge({ value, need: needText })}>
      <Gauge
        ref={line}
        marks={[
          { at: shareOf(50), form: 'coin', text: texts.coin },
          { at: shareOf(need), form: 'need', text: texts.youNeed({ need: withoutSign(needText) }) },
          { at: shareOf(percent), form: 'solid', text: withoutSign(value) },
        ]}
      />
    </figure>
  );
}

/** On the line all figures are percent. */
function withoutSign(percent: string): string {
  return percent.replace('%', '');
}

/** The ends of the line, in percent: what an honest confidence of so short a time can be, and what payouts ask for. */
const LOW = 48;
const HIGH = 58;

/** What lies beyond the line stands at its end. */
function shareOf(percent: number): number {
  return (Math.min(HIGH, Math.max(LOW, percent)) - LOW) / (HIGH - LOW);
}

/** A lighter label makes way for a heavier one, and goes where there is no room for both. */
const WEIGHT: Readonly<Record<GaugeMark['form'], number>> = { coin: 1, need: 10, drawn: 10, solid: 100 };
/** Between two labels, in pixels. */
const GAP = 8;

/** Keeps the labels of a gauge beside each other, whatever their language and their letters make of their widths. */
function useSpreadLabels(line: RefObject<HTMLDivElement | null>): void {
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

/** The broker's payout, and how often a signal must be right for that. Invalid input changes nothing. */
export const PayoutCard = memo(function PayoutCard() {
  const { percent, problem, inputProps } = usePayoutInput();
  const breakEven = uiTexts.breakEven({ rate: formatRate(breakEvenRate(percent / 100)) });
  return (
    <Card label={texts.payout} aside={<Explained what="breakEven">{breakEven}</Explained>}>
      <div className="card__body payout-card" id="payout">
        <input
          {...inputProps}
          className="input"
          aria-label={uiTexts.payout}
          aria-describedby="payout-note"
          aria-invalid={problem !== undefined}
        />
        <p id="payout-note" className={problem === undefined ? 'hint' : 'field__error'}>
          {problem ?? texts.payoutHint}
        </p>
      </div>
    </Card>
  );
});
