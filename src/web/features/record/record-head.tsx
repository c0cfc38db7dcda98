import type { RecordSummary } from '../../../core/wire/record.ts';
import { judgeLuck } from '../../../core/check/luck.ts';
import { priceLabelText } from '../../lib/market/price-label.ts';
import { formatCount } from '../../lib/figures.ts';
import { howOften } from '../../lib/how-often.ts';
import { Explained } from '../../ui/disclosure.tsx';
import { scoreTexts, stakeSentence } from '../../ui/score-texts.ts';
import { usePayoutField } from '../../ui/payout-field.tsx';
import { type Headline, headlineOf, lateSentence, chanceOfCoins } from './headline.ts';
import { formatMarketDays, formatSpan } from './record-format.ts';
import { texts } from './texts.ts';

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
