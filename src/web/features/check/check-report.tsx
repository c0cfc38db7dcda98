import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { CheckFigures } from '../../../core/check/check-record.ts';
import type { Judgement } from '../../../core/check/judgement.ts';
import { FEWEST_TRADES, PARTS, type Part, type Selection } from '../../../core/check/luck.ts';
import { type GroupPicture, groupPictures } from '../../../core/check/pictures.ts';
import { isOfKnowingStakes, type RecordFact } from '../../../core/check/record-facts.ts';
import { type Verdict, verdictOf } from '../../../core/check/verdict-texts.ts';
import { formatCount, formatDecimal, formatRate, formatRates } from '../../lib/figures.ts';
import { Button } from '../../ui/button.tsx';
import { BodyCard, Fact } from '../../ui/card.tsx';
import { Choice } from '../../ui/field.tsx';
import { LuckCard } from '../../ui/luck-dots.tsx';
import { luckPicture } from '../../ui/luck-picture.ts';
import { Refused } from '../../ui/payout-field.tsx';
import { reportTexts } from '../../ui/report-texts.ts';
import { WafflePicture } from '../../ui/waffle.tsx';
import type { CheckResult, GivenRecord } from './check-worker.ts';
import type { Checker } from './checker.ts';
import { GroupsFold } from './group-card.tsx';
import { HowManyMoreCard } from './how-many-more-card.tsx';
import { luckOf, MoneyFold } from './money-fold.tsx';
import { type PriceOffer, PricesCard } from './prices-card.tsx';
import { SaveMenu } from './save-report.tsx';
import { SecondRecord } from './second-record.tsx';
import { nextStake, StakesCard, stakesGrow } from './stakes-card.tsx';
import { meaningTexts, partTexts, texts } from './texts.ts';
import { CountedFold } from './understood.tsx';
import { LOOKED_AT, type LookedAt, type SentVerdict, verdictFragment } from './verdict-link.ts';
import { WRITING } from './writing.ts';
import { ZoneField } from './zone-field.tsx';
import '../../ui/switch-row.css';
import { factSentence } from '../../../core/check/fact-texts.ts';
import { Fold } from '../../ui/fold.tsx';
import { signalWords } from '../../ui/signal-texts.ts';
import { Toggle } from '../../ui/toggle.tsx';

interface CheckReportProps {
  readonly result: CheckResult;
  readonly record: GivenRecord;
  /** Why the last choice could not be followed. */
  readonly refusal: string | undefined;
  readonly prices: PriceOffer | undefined;
  readonly ask: Checker['ask'];
  readonly onChoice: (choice: Partial<GivenRecord>) => void;
  /** Goes back to what was read, to read it differently. */
  readonly onRead: () => void;
  readonly onAgain: () => void;
}

/** What a track record shows: the sentence first, then the pictures, then the rest. */
export function CheckReport({
  result,
  record,
  refusal,
  prices,
  ask,
  onChoice,
  onRead,
  onAgain,
}: CheckReportProps) {
  const sent = record.source.kind === 'counts' ? record.source.sent : undefined;
  const [lookedAt, setLookedAt] = useState<LookedAt>(sent?.lookedAt ?? '1');
  const [part, setPart] = useState<Part>('whole');
  const report = useRef<HTMLDivElement>(null);
  const { figures, zones } = result;
  const selection = { lookedAt: Number(lookedAt), part, months: result.months };
  const verdict = verdictOf(figures, selection, WRITING);
  const groups = groupPictures(figures.groups, figures.judgement, selection);
  const hasPrices = prices !== undefined && prices.spans.length > 0;

  // Of a few trades nothing can be judged: what they show is their number.
  const isFew = figures.n < FEWEST_TRADES;
  const tiesField =
    figures.tied === 0 ? null : (
      <Toggle
        label={texts.ties}
        options={[
          { value: 'refund', label: texts.tiesRefunded },
          { value: 'lose', label: texts.tiesLost },
        ]}
        value={record.ties}
        onChange={(ties) => onChoice({ ties })}
      />
    );
  const isRead = record.source.kind !== 'counts';
  const counted = (
    <CountedFold result={result} hasGroups={groups.length > 0} onChange={isRead ? onRead : undefined}>
      <ZoneField
        zones={zones}
        hasPrices={hasPrices}
        zone={record.zone}
        onZone={(zone) => onChoice({ zone })}
      />
    </CountedFold>
  );
  return (
    <div ref={report} className="check">
      <ReportHead verdict={verdict} sent={sent} onAgain={onAgain}>
        <SaveMenu
          report={report}
          onRows={isRead ? () => readRows(ask, record) : undefined}
          fragment={
            isFew || part !== 'whole' ? undefined : verdictFragment(figures, lookedAt, kindOf(record))
          }
          picture={isFew ? undefined : () => pictureOf(verdict, result)}
        />
      </ReportHead>
      <Refused why={refusal} />
      {figures.n === 0 ? null : (
        <div className="grid check__grid">
          {isFew ? null : (
            <Luck result={result}>
              <LookedAtField value={lookedAt} onChange={setLookedAt} />
              <PartField value={part} hasMonths={result.months !== null} onChange={setPart} />
              {tiesField}
            </Luck>
          )}
          <CountsCard figures={figures}>{isFew ? tiesField : null}</CountsCard>
          <Rest result={result} groups={groups} selection={selection}>
            {counted}
            {prices === undefined ? null : (
              <PricesCard offer={prices} days={result.days} record={record} ask={ask} />
            )}
            <SecondRecord first={figures} record={record} ask={ask} />
          </Rest>
        </div>
      )}
      {figures.n > 0 ? null : counted}
      <p className="hint">{hasPrices ? texts.tradesPrivate : texts.private}</p>
    </div>
  );
}

function pictureOf(verdict: Verdict, { figures, dots }: CheckResult): Promise<Blob | null> {
  const source = `${texts.title} · ${location.host}/check`;
  return luckPicture({ ...verdict, source, dots, ...luckMarks(figures) });
}

async function readRows(ask: Checker['ask'], record: GivenRecord): Promise<string | undefined> {
  const answer = await ask({ wanted: 'rows', headings: rowHeadings(), ...record }).catch(() => undefined);
  return answer !== undefined && 'rows' in answer ? answer.rows : undefined;
}

interface LuckProps {
  readonly result: CheckResult;
  /** What changes the verdict. */
  readonly children: ReactNode;
}

function Luck({ result: { figures, dots }, children }: LuckProps) {
  const marks = luckMarks(figures);
  const label = texts.couldItBeLuck;
  return (
    <LuckCard label={label} aside={eachDot(figures.judgement)} className="c7" dots={dots} {...marks}>
      <p>{texts.asGood({ dots: dots.filter((share) => share >= marks.own.at).length })}</p>
      <div className="check__look">{children}</div>
    </LuckCard>
  );
}

interface ReportHeadProps extends Pick<CheckReportProps, 'onAgain'> {
  readonly verdict: Verdict;
  /** The link that the numbers came with. */
  readonly sent: SentVerdict | undefined;
  readonly children: ReactNode;
}

function ReportHead({ verdict, sent, onAgain, children }: ReportHeadProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <header className="check__head apart">
      <div>
        <h1 ref={heading} tabIndex={-1}>
          {verdict.headline}
        </h1>
        <p className="lead">{verdict.reasons}</p>
        {sent === undefined ? null : <p>{texts.cameWithLink({ kind: sent.kind })}</p>}
      </div>
      <span className="check__actions row">
        {children}
        <Button look="line" onClick={() => print()}>
          {texts.print}
        </Button>
        <Button look="line" onClick={onAgain}>
          {texts.again}
        </Button>
      </span>
    </header>
  );
}

/** A verdict that is sent on is of the kind that it came as. */
function kindOf({ source }: GivenRecord): SentVerdict['kind'] {
  return source.kind === 'counts' ? (source.sent?.kind ?? 'numbers') : 'record';
}

function rowHeadings(): string[] {
  const { time, pair, direction, expiry, stake, payout, result, profit } = meaningTexts;
  return [time, pair, direction, expiry, stake, payout, result, profit];
}

interface FieldProps<Value> {
  readonly value: Value;
  readonly onChange: (value: Value) => void;
}

/** How many were looked at, the one in hand included. */
function LookedAtField({ value, onChange }: FieldProps<LookedAt>) {
  return (
    <>
      <div>
        <p className="check__question">{texts.lookedAtQuestion}</p>
        <Toggle
          label={texts.lookedAtQuestion}
          options={LOOKED_AT.map((count) => ({ value: count, label: formatCount(Number(count)) }))}
          value={value}
          onChange={onChange}
        />
      </div>
      <p className="hint">{texts.lookedAtWhy}</p>
    </>
  );
}

/** Whether the record is all there is, or was chosen out of more. */
function PartField({ value, hasMonths, onChange }: FieldProps<Part> & { readonly hasMonths: boolean }) {
  const parts = PARTS.filter((part) => hasMonths || !part.startsWith('months'));
  return (
    <label className="check__part row">
      {partTexts.question}
      <Choice
        label={partTexts.question}
        value={value}
        options={parts.map((part) => [part, partText(part)])}
        onValue={(chosen) => onChange(parts.find((part) => part === chosen) ?? 'whole')}
      />
    </label>
  );
}

function partText(part: Part): string {
  const [kind, times] = part.split('-') as ['whole' | 'stretch' | 'months', string?];
  return kind === 'whole' ? partTexts.whole : partTexts[kind]({ times: Number(times) });
}

interface RestProps {
  readonly result: CheckResult;
  readonly groups: readonly GroupPicture[];
  readonly selection: Selection;
  readonly children: ReactNode;
}

/** What follows the two pictures: stakes and what is unusual in the open, the others as folds. */
function Rest({ result, groups, selection, children }: RestProps) {
  const { figures, facts, hasOrder, ladder, more } = result;
  const isUnusual = facts.some((fact) => fact.isUnusual);
  const hasStakes =
    hasOrder && figures.money.staked !== null && figures.n >= FEWEST_TRADES && !facts.some(isOfKnowingStakes);
  const next = nextStake(figures.staking);
  const grow = hasStakes && stakesGrow(figures.staking, ladder);
  return (
    <>
      {grow ? <StakesCard figures={figures} ladder={ladder} /> : null}
      {isUnusual ? <FactsCard facts={facts} isNarrow={grow} /> : null}
      <div className={`card folds ${grow && !isUnusual ? 'c7' : 'c12'}`}>
        {hasStakes && !grow && next !== '' ? <Fold label={texts.stakes} hint={next} isEmpty /> : null}
        {hasOrder && figures.money.profit !== null ? (
          <MoneyFold figures={figures} curves={result.curves} />
        ) : null}
        <GroupsFold
          groups={groups}
          needed={figures.breakEvenRate ?? 0}
          against={luckOf(figures)}
          selection={selection}
        />
        {isUnusual ? null : <FactsCard facts={facts} />}
        {figures.n < FEWEST_TRADES || figures.judgement?.against === 'doubling' ? null : (
          <HowManyMoreCard figures={figures} more={more} selection={selection} />
        )}
        {children}
      </div>
    </>
  );
}

function CountsCard({ figures, children }: Pick<CheckResult, 'figures'> & { readonly children: ReactNode }) {
  const { n, won, winRate, neededWins, breakEvenRate, interval, watched } = figures;
  return (
    <BodyCard
      label={texts.trades({ count: n })}
      aside={texts.pips({ isEnough: won >= (neededWins ?? 0) ? 'yes' : 'no' })}
      className="c5"
    >
      <TradesWaffle won={won} n={n} needed={neededWins ?? 0} />
      <dl className="pairs">
        <Fact name={texts.won}>{countAndRate(formatCount(won), winRate)}</Fact>
        <Fact name={texts.coin}>{countAndRate(formatDecimal(n / 2, n % 2), 0.5)}</Fact>
        <Fact name={signalWords.needed}>
          {countAndRate(formatDecimal(neededWins ?? 0, 1), breakEvenRate)}
        </Fact>
        <Fact name={reportTexts.oneLook}>{between(interval)}</Fact>
        <Fact name={signalWords.watched}>{between(watched)}</Fact>
      </dl>
      {children === null ? null : <div className="check__look">{children}</div>}
    </BodyCard>
  );
}

const MOST_PIPS = 200;

/** A pip for each trade, or for each hundredth of many: filled where it was won. */
function TradesWaffle({ won, n, needed }: Record<'won' | 'n' | 'needed', number>) {
  const all = n <= MOST_PIPS ? n : 100;
  const right = Math.round((won / n) * all);
  const enough = Math.min(all, Math.ceil((needed / n) * all));
  return <WafflePicture right={right} needed={enough} all={all} />;
}

/** The record at its worst, as the verdict counts it, and what its payouts needed. */
function luckMarks({ n, won, judgement, breakEvenRate }: CheckFigures) {
  const all = (judgement?.counted ?? n) + (judgement?.lostAtWorst ?? 0);
  const counts = texts.wonOf({ won: formatCount(won), n: formatCount(all) });
  const needed = breakEvenRate ?? 0;
  return {
    own: { at: won / all, label: texts.thisRecord({ won: counts }) },
    needed: { at: needed, label: texts.neededHere({ needed: formatRate(needed) }) },
  };
}

/** What each dot of luck is: as many bets as the verdict counts, at the chance that it is held against. */
function eachDot(judgement: Judgement | null): string {
  if (judgement === null) return '';
  const n = judgement.bets + judgement.lostAtWorst;
  return texts.eachDot({ against: judgement.against, n, rate: formatRate(judgement.chance) });
}

function countAndRate(count: string, rate: number | null): string {
  return texts.countAndRate({ count, rate: formatRate(rate ?? 0) });
}

function between(ends: readonly [low: number, high: number] | null): string {
  const [low, high] = ends ?? [0, 1];
  return formatRates({ low, high });
}

interface FactsCardProps {
  readonly facts: readonly RecordFact[];
  /** Where another card stands beside it. */
  readonly isNarrow?: boolean;
}

/** What was counted in the record beside what is usual, the unusual first. */
function FactsCard({ facts, isNarrow = false }: FactsCardProps) {
  if (facts.length === 0) return null;
  const unusual = facts.filter(({ isUnusual }) => isUnusual);
  const ordered = [...unusual, ...facts.filter(({ isUnusual }) => !isUnusual)];
  const list = (
    <>
      <ul className="check__facts">
        {ordered.map((fact) => (
          <li key={fact.kind} data-unusual={fact.isUnusual || undefined}>
            {factSentence(fact, WRITING)}
          </li>
        ))}
      </ul>
      <p className="hint">{texts.unusualMeans}</p>
    </>
  );
  // What is unusual stays open.
  return unusual.length === 0 ? (
    <Fold label={texts.tooGood} hint={texts.nothingUnusual}>
      {list}
    </Fold>
  ) : (
    <BodyCard
      label={texts.tooGood}
      aside={texts.unusual({ count: formatCount(unusual.length) })}
      className={isNarrow ? 'c7' : 'c12'}
    >
      {list}
    </BodyCard>
  );
}
