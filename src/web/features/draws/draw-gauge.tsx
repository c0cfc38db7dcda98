import type { ReactNode } from 'react';
import { formatCount } from '../../lib/figures.ts';
import { Gauge } from '../../ui/gauge.tsx';
import { texts } from './texts.ts';

interface DrawGaugeProps {
  /** In percent. */
  readonly drawn: number;
  /** How many of 100 such draws were right, and the words for it; undefined before that is known. */
  readonly right?: { readonly inHundred: number; readonly words: ReactNode };
}

/** On one line from 40 to 100: hollow what was drawn, solid what such draws came to. */
export function DrawGauge({ drawn, right }: DrawGaugeProps) {
  const hollow = {
    at: shareOf(drawn),
    form: 'drawn',
    text: texts.drawnMark({ percent: formatCount(drawn) }),
  } as const;
  if (right === undefined) return <Gauge marks={[hollow]} />;
  const solid = { at: shareOf(right.inHundred), form: 'solid', text: right.words } as const;
  return <Gauge marks={[hollow, solid]} dashed={[solid.at, hollow.at]} />;
}

function shareOf(percent: number): number {
  return (percent - 40) / 60;
}
