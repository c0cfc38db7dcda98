import { useEffect, useRef, useState } from 'react';
import type { Meaning } from '../../../core/check/reading/columns.ts';
import { formatCount, formatRate } from '../../lib/figures.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Toggle } from '../../ui/toggle.tsx';
import { Privacy } from './check-form.tsx';
import type { CheckResult } from './check-messages.ts';
import { ZoneField } from './zone-field.tsx';
import { SaveReport } from './save-report.tsx';
import { Understood } from './understood.tsx';
import { decimal, verdictSentence } from './check-words.ts';
import { howOften } from '../../lib/how-often.ts';
import { Bell, MoneyChart, Waffle } from './check-charts.tsx';
import { FactsCard } from './facts-card.tsx';
import { HowManyMoreCard, StakesCard } from './check-cards.tsx';
import { GroupCard } from './group-card.tsx';

interface CheckReportProps {
  readonly result: CheckResult;
  readonly ties: 'refund' | 'lose';
  readonly onTies: (ties: 'refund' | 'lose') => void;
  /** Why the last choice could not be followed. */
  readonly refusal: string | undefined;
  readonly onMeaning: (at: number, meaning: Meaning | null) => void;
  readonly clockMinutes: number;
  readonly onClock: (clockMinutes: number) => void;
  readonly onRows: () => Promise<string | undefined>;
  readonly onAgain: () => void;
}

const LOOKED_AT = ['1', '5', '10', '20', '50'] as const;
const TIES = [
  { value: 'refund', label: 'Ties refunded' },
  { value: 'lose', label: 'Ties lost' },
] as const;

/** What a track record shows: the sentence first, then the pictures, then the rest. */
export function CheckReport({
  result,
  ties,
  refusal,
  onTies,
  onMeaning,
  clockMinutes,
  onClock,
  onRows,
  onAgain,
}: CheckReportProps) {
  const [lookedAt, setLookedAt] = useState<(typeof LOOKED_AT)[number]>('1');
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const report = useRef<HTMLDivElement>(null);
  const { figures } = result;
  return (
    <div ref={report} className="check">
      <h1 ref={heading} tabIndex={-1}>
        {verdictSentence(figures, Number(lookedAt))}
      </h1>
      <section className="card check__look" aria-label="How many did you look at?">
        <div>
          <p className="check__question">How many sellers or channels did you look at before this one?</p>
          <Toggle
            label="Looked at"
            options={LOOKED_AT.map((value) => ({ value, label: value }))}
            value={lookedAt}
            onChange={setLookedAt}
          />
        </div>
        <p>The best of many looks like skill by luck alone. The verdict changes with it.</p>
        {figures.tied === 0 ? null : <Toggle label="Ties" options={TIES} value={ties} onChange={onTies} />}
        <span className="check__actions">
          <SaveReport report={report} onRows={onRows} />
          <Button look="line" onClick={() => print()}>
            Print this report
          </Button>
          <Button look="line" onClick={onAgain}>
            Check another
          </Button>
        </span>
      </section>
      <Understood result={result} refusal={refusal} onMeaning={onMeaning}>
        <ZoneField zones={result.zones} clockMinutes={clockMinutes} onClock={onClock} />
      </Understood>
      {figures.n === 0 ? null : <Figures result={result} />}
      <Privacy />
    </div>
  );
}

function Figures({ result }: { readonly result: CheckResult }) {
  const { figures, facts, hasOrder, curves, dots, groups, ladder, tradesPerDay } = result;
  const { n, won, winRate, neededWins, breakEvenRate, interval, watched, ev, money } = figures;
  if (
    winRate === null ||
    neededWins === null ||
    breakEvenRate === null ||
    interval === null ||
    watched === null
  )
    return null;
  const asGood = dots.filter((heads) => heads >= won).length;
  return (
    <div className="check__grid">
      <Card label={`The ${formatCount(n)} trades`} className="check__wide5">
        <div className="card__body">
          <Waffle won={won} n={n} needed={neededWins} />
          <dl className="check__pairs">
            <Pair name="Won" value={`${formatCount(won)}, ${formatRate(winRate)}`} />
            <Pair name="A coin" value={`${decimal(n / 2, n % 2)}, 50.0%`} />
            <Pair name="Needed" value={`${decimal(neededWins, 1)}, ${formatRate(breakEvenRate)}`} />
            <Pair name="95%, one look" value={between(interval)} />
            <Pair name="95%, however often you look" value={between(watched)} />
          </dl>
        </div>
      </Card>
      <Card
        label="Could it be luck?"
        aside={`each dot: ${formatCount(n)} coin flips, once`}
        className="check__wide7"
      >
        <div className="card__body">
          <Bell dots={dots} n={n} won={won} needed={neededWins} />
          <p>
            {asGood} of the 100 dots are as good or better. The thin line is what the payouts needed; with
            only that chance on each trade, as many wins come {howOften(figures.pBreakEven ?? 1)}.
          </p>
        </div>
      </Card>
      <Card
        label="The money against 200 coin flippers"
        aside="same stakes, same payouts"
        className="check__wide7"
      >
        <div className="card__body">
          <MoneyChart curves={curves} />
          <p>
            {formatRate(money.flippersAbove ?? 0)} of coin flippers end higher. Deepest fall:{' '}
            {decimal(money.worstFall ?? 0, 2)}; {curves.fellAsDeep} of 200 flippers fell as deep or deeper.
            The flippers are random draws (seed 1).
          </p>
          <dl className="check__pairs">
            <Pair name="Staked" value={decimal(money.staked ?? 0, 2)} />
            <Pair name="Profit" value={decimal(money.profit ?? 0, 2)} />
            <Pair
              name="Per stake of 1"
              value={`${decimal(ev.perStake ?? 0, 3)} (95%: ${decimal(ev.low ?? 0, 3)} to ${decimal(ev.high ?? 0, 3)})`}
            />
          </dl>
        </div>
      </Card>
      {hasOrder ? <StakesCard figures={figures} ladder={ladder} tradesPerDay={tradesPerDay} /> : null}
      <FactsCard facts={facts} />
      <HowManyMoreCard figures={figures} tradesPerDay={tradesPerDay} />
      {groups.map((group) => (
        <GroupCard key={group.by} picture={group} needed={breakEvenRate} />
      ))}
    </div>
  );
}

function Pair({ name, value }: { readonly name: string; readonly value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}

function between([low, high]: readonly [number, number]): string {
  return `${formatRate(low)} to ${formatRate(high)}`;
}
