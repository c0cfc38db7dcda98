import type { RecordSummary, RecordRate } from '../../../core/wire/record.ts';
import { judgeLuck, FEWEST_TRADES } from '../../../core/check/luck.ts';
import { priceLabelText } from '../../lib/market/price-label.ts';
import { formatCount, formatRate } from '../../lib/figures.ts';
import { howOften } from '../../lib/how-often.ts';
import { Explained } from '../../ui/disclosure.tsx';
import { scoreTexts, stakeSentence, wonOrLost } from '../../ui/report-texts.ts';
import { usePayoutField } from '../../ui/payout-field.tsx';
import { formatMarketDays } from './record-format.ts';
import { formatSpan } from '../../lib/spans.ts';
import { texts } from './texts.ts';
import { binomialAtLeast } from '../../../core/check/binomial.ts';
import { judge, neededInHundred, type Verdict } from '../../../core/record/verdict.ts';
import { formatPercent } from '../../lib/formats.ts';
import { DieIcon } from '../../ui/tag.tsx';
import { Waffle, WafflePicture } from '../../ui/waffle.tsx';
import { texts as uiTexts } from '../../ui/texts.ts';
import { BodyCard } from '../../ui/card.tsx';
import { Picture } from '../../ui/picture.tsx';
import type { ReactNode } from 'react';
import { usePayout } from '../../lib/payout.ts';
import { signalWords } from '../../ui/signal-texts.ts';

interface RecordHeadProps {
  readonly summary: RecordSummary;
  readonly headline: Headline;
  readonly problem: Error | undefined;
}

/** The record's result, in one line that everybody understands, and its source. */
export function RecordHead({ summary, headline, problem }: RecordHeadProps) {
  return (
    <header className="record__head">
      <h1>
        <Lines summary={summary} headline={headline} />
      </h1>
      <p className="lead">
        {ofWhat(summary)}{' '}
        {summary.label === null ? null : <b>{texts.replay({ label: priceLabelText(summary.label) })}</b>}
      </p>
      {summary.size === 0 ? null : <p className="lead">{excuses(summary)}</p>}
      {problem === undefined ? null : (
        <output className="note">{texts.stale({ problem: problem.message })}</output>
      )}
    </header>
  );
}

function Lines({ summary, headline }: Pick<RecordHeadProps, 'summary' | 'headline'>) {
  const { engine, coin, needed } = headline;
  if (engine === undefined || coin === undefined) {
    return texts.tooEarly({ count: summary.engineArm.settled });
  }
  return (
    <>
      <span className="nowrap">{scoreTexts.rightInHundred({ count: formatCount(engine) })}</span>{' '}
      <span className="nowrap">{scoreTexts.aCoin({ count: formatCount(coin) })}</span>{' '}
      <span className="nowrap">{scoreTexts.youNeed({ count: formatCount(needed) })}</span>
    </>
  );
}

function ofWhat(summary: RecordSummary): string {
  const { engineArm, bot, fromMs, toMs } = summary;
  const all = allSignals(summary);
  if (all === 0 || fromMs === null || toMs === null) return texts.ofNothing;
  const days = formatMarketDays(fromMs, toMs);
  if (bot.engineArm.settled === 0)
    return texts.ofWhat({ decided: formatCount(engineArm.settled), all, days });
  // P-BOT's signals are chosen by those who ask: they stand beside the rates, in none of them.
  const { engine, coin } = headlineOf(bot, 100);
  return texts.bothModes({
    special: engineArm.settled,
    bot: bot.engineArm.settled,
    days,
    rate: engine === undefined || coin === undefined ? 'unknown' : 'known',
    engine: formatCount(engine ?? 0),
    coin: formatCount(coin ?? 0),
  });
}

/** Of both modes, void ones too. */
function allSignals({ engineArm, bot, voids }: RecordSummary): number {
  const ended = [engineArm, bot.engineArm].map(({ settled, unchanged }) => settled + unchanged);
  return ended.reduce((sum, count) => sum + count, voids.total);
}

/** Figures that are in no rate: minutes without a decision, voids, outages. */
function excuses(summary: RecordSummary): string {
  const { openMinutes, voids, outages } = summary;
  return texts.excuses({
    undecided: formatCount(openMinutes.undecided),
    minutes: openMinutes.total,
    voids: formatCount(voids.total),
    signals: allSignals(summary),
    span: formatSpan(outages.totalMs),
  });
}

/** A reader's two questions, each with its answer. */
export function QuestionsCard({ summary, headline }: Pick<RecordHeadProps, 'summary' | 'headline'>) {
  const payout = usePayoutField();
  const { engine, engineCents, lateCents } = headline;
  const chance = chanceOfCoins(summary.engineArm);
  return (
    <div className="card c12 questions">
      <div>
        <p>{texts.beatsCoin}</p>
        <h2>{engine === undefined ? texts.tooEarlyToSay : texts.coinAnswer({ luck: judgeLuck(chance) })}</h2>
        {engine === undefined ? null : <p>{texts.coinsDo({ often: howOften(chance) })}</p>}
      </div>
      <div>
        <p>{texts.worthStake({ payout: payout.field })}</p>
        {payout.problem}
        <h2>{engine === undefined ? texts.tooEarlyToSay : stakeAnswer(headline)}</h2>
        {engine === undefined || engineCents === undefined ? null : (
          <p>
            <Explained what={lateCents === undefined ? 'cents' : ['cents', 'late']}>
              {stakeSentence(engineCents)}
              {lateCents === undefined ? null : <> {lateSentence(lateCents)}</>}
            </Explained>
          </p>
        )}
      </div>
    </div>
  );
}

function stakeAnswer({ engine = 0, needed, verdict: { code } }: Headline): string {
  const verdict = code === 'too-few' ? 'few' : code;
  return texts.stakeAnswer({ verdict, count: Math.max(needed - engine, 0) });
}

/** The figures of the first line: counts out of 100, as they are drawn. */
interface Headline {
  /** Undefined while there are too few decided signals for a rate. */
  readonly engine: number | undefined;
  readonly coin: number | undefined;
  readonly late: number | undefined;
  /** How many right ones in 100 a stake needs so as not to lose; the next whole one. */
  readonly needed: number;
  /** What each $1 brings, in cents; undefined while nothing is decided. */
  readonly engineCents: number | undefined;
  readonly lateCents: number | undefined;
  readonly verdict: Verdict;
}

interface Arms {
  readonly engineArm: RecordRate;
  readonly controlArm: RecordRate;
  readonly lateArm: RecordRate;
}

/** The figures of the first line at a payout of `payoutPercent`, 1 to 100. */
export function headlineOf({ engineArm, controlArm, lateArm }: Arms, payoutPercent: number): Headline {
  const payout = payoutPercent / 100;
  const verdict = judge(engineArm, payout);
  const isEarly = engineArm.settled < FEWEST_TRADES;
  const inHundred = ({ rate }: RecordRate) => (rate === null || isEarly ? undefined : Math.round(rate * 100));
  const cents = ({ rate }: RecordRate) => (rate === null ? undefined : ((1 + payout) * rate - 1) * 100);
  return {
    engine: inHundred(engineArm),
    coin: inHundred(controlArm),
    late: inHundred(lateArm),
    needed: neededInHundred(verdict.breakEven),
    engineCents: cents(engineArm),
    lateCents: cents(lateArm),
    verdict,
  };
}

/** The same of entries 5 s late. */
export function lateSentence(cents: number): string {
  return texts.entryLate(wonOrLost(cents));
}

type Minutes = Pick<RecordRate, 'minutes' | 'minuteWins'>;

/** Sums of thirds and sevenths miss whole numbers by less. */
const ROUNDING = 1e-9;

/**
 * How often a fair coin in each minute does as well as the engine did, or better. Signals of one minute share their market, so
 * a minute is one observation, as it is for the verdict. No minute whose chance is 50 % varies more than one coin does.
 */
export function chanceOfCoins({ minutes, minuteWins }: Minutes): number {
  return binomialAtLeast(Math.floor(minuteWins + ROUNDING), minutes, 0.5);
}

/** Where the need lies among the dots of the picture; `dots` ascending, in wins. */
export function needSentence(
  { minutes, minuteWins }: Minutes,
  breakEven: number,
  dots: readonly number[],
): string {
  const needed = breakEven * minutes;
  const where = minuteWins >= needed ? 'above' : needed > (dots.at(-1) ?? 0) ? 'beyond' : 'among';
  return texts.need({ where, rate: formatRate(breakEven) });
}

interface WaffleCardProps {
  readonly headline: Headline;
  readonly payoutPercent: number;
  /** So many signals were won of so many decided, where they are too few for a rate. */
  readonly few: { readonly won: number; readonly settled: number };
}

/** Of 100 signals, how many were right: the engine and the coin; outlined is what a stake needs besides. */
export function WaffleCard({ headline, payoutPercent, few }: WaffleCardProps) {
  const { engine, coin, late, needed } = headline;
  if (engine === undefined || coin === undefined) return <FewCard {...few} />;
  return (
    <BodyCard
      label={scoreTexts.inHundred}
      className="c5"
      aside={legend(engine, needed, payoutPercent)}
      bodyClassName="waffles"
    >
      <p className="waffles__row apart">
        <Explained what="inHundred">
          {signalWords.engine} <b>{formatCount(engine)}</b>
        </Explained>
        {late === undefined ? null : (
          <small className="hint">
            <Explained what="late">{texts.lateInHundred({ count: formatCount(late) })}</Explained>
          </small>
        )}
      </p>
      <WafflePicture right={engine} needed={needed} />
      <p className="waffles__row apart">
        <Explained what="coin">
          <DieIcon /> {texts.coinSame} <b>{formatCount(coin)}</b>
        </Explained>
      </p>
      <WafflePicture right={coin} needed={needed} isCoin />
    </BodyCard>
  );
}

function legend(right: number, needed: number, payoutPercent: number): string {
  return texts.waffleLegend({
    is: needed > right ? 'short' : 'enough',
    count: formatCount(needed - right),
    payout: formatPercent(payoutPercent),
    needed: formatCount(needed),
  });
}

function FewCard({ won, settled }: WaffleCardProps['few']) {
  return (
    <section className="card c12" aria-label={texts.rightSoFar}>
      <div className="card__body waffles">
        <p className="waffles__row apart">
          <span>
            {texts.rightSoFar} <b>{formatCount(won)}</b>
          </span>
          <small className="hint">{texts.ofSoMany({ count: settled })}</small>
        </p>
        <Picture label={texts.fewWaffle({ right: formatCount(won), all: formatCount(settled) })}>
          <Waffle right={won} needed={settled} all={settled} />
        </Picture>
        <p className="hint">{texts.fewLegend}</p>
      </div>
    </section>
  );
}

/** The page as the server draws it: its first lines, and boxes for the rest. */
export function DrawnRecord({ summary }: { readonly summary: RecordSummary | undefined }) {
  const payoutPercent = usePayout();
  if (summary === undefined) return <RecordSkeleton />;
  return (
    <RecordSkeleton
      head={
        <RecordHead summary={summary} headline={headlineOf(summary, payoutPercent)} problem={undefined} />
      }
    />
  );
}

/** The boxes of the page in their sizes, before its figures are loaded. */
export function RecordSkeleton({ head }: { readonly head?: ReactNode }) {
  return (
    <div className="record" aria-busy="true">
      <output className="hidden-text">{uiTexts.loading}</output>
      {head ?? (
        <div className="record__head">
          <span className="bone bone--title" />
          <span className="bone bone--lead" />
        </div>
      )}
      <div className="grid record__grid">
        <div className="card c12 bone-card bone-card--questions" />
        <div className="card c5 bone-card" />
        <div className="card c7 bone-card" />
      </div>
    </div>
  );
}
