import type { ReactNode } from 'react';
import { judgeLuck } from '../../../core/check/luck.ts';
import type { LabCounts } from '../../../core/lab/count-rules.ts';
import { breakEvenRate, neededInHundred } from '../../../core/record/verdict.ts';
import { formatCount, formatRate } from '../../lib/figures.ts';
import { formatPercent } from '../../lib/formats.ts';
import { usePayout } from '../../lib/payout.ts';
import { CoursePicture } from '../../ui/course.tsx';
import { LuckCard, type LuckMark } from '../../ui/luck-dots.tsx';
import { usePayoutField } from '../../ui/payout-field.tsx';
import { scoreTexts, stakeSentence } from '../../ui/report-texts.ts';
import { WafflePicture } from '../../ui/waffle.tsx';
import { BodyCard } from '../../ui/card.tsx';
import { formatDays } from './lab-formats.ts';
import type { RuleFigures } from './lab-worker.ts';
import { texts } from './texts.ts';
import { asGood, countOf, luckDots, type Tries } from './tries.ts';

/** What a result comes to: in one line, and in a few sentences under it. */
export interface Finding {
  readonly title: ReactNode;
  readonly lead: ReactNode;
}

export interface RuleResultProps {
  readonly figures: RuleFigures;
  readonly tries: Tries;
}

/** Right answers in cents for each dollar staked at a payout, a share of 1. */
export function centsOf({ right, decided }: Pick<LabCounts, 'right' | 'decided'>, payout: number): number {
  return ((1 + payout) * (right / decided) - 1) * 100;
}

/** What a rule came to on the open part. */
export function ruleFinding({ figures, tries }: RuleResultProps, payout: number): Finding {
  const { decided, right, signals, ties, skipped } = figures;
  const isFew = figures.judgement === 'too-few';
  return {
    title: isFew ? (
      texts.tooFew({ count: decided })
    ) : (
      <>
        <Phrase>
          {scoreTexts.rightInHundred({ count: formatCount(Math.round((right / decided) * 100)) })}
        </Phrase>{' '}
        <Phrase>{scoreTexts.aCoin({ count: formatCount(50) })}</Phrase> <YouNeed payout={payout} />
      </>
    ),
    lead: (
      <>
        <p className="lead">
          {texts.counted({ decided: formatCount(decided), signals, days: formatDays(figures) })}{' '}
          {texts.apart({ ties: formatCount(ties), skipped: formatCount(skipped) })}
        </p>
        <p className="lead">
          <EachStake counts={figures} payout={payout} />
          <b>{isFew ? texts.tooFewNote : ruleJudgement(figures, tries, payout)}</b>
        </p>
      </>
    ),
  };
}

/** A short sentence of the headline, on one line. */
function Phrase({ children }: { readonly children: ReactNode }) {
  return <span className="nowrap">{children}</span>;
}

interface AtPayoutProps {
  readonly payout: number;
}

/** `At a payout of 80%:` with a field for the reader's own. */
export function AtPayout() {
  const { field, problem } = usePayoutField();
  return (
    <>
      {/* The sign stands beside its figure. */}
      {texts.atPayout({ field, percent: <span className="nowrap" /> })} {problem}
    </>
  );
}

/** `You need 56.` */
export function YouNeed({ payout }: AtPayoutProps) {
  return (
    <Phrase>{scoreTexts.youNeed({ count: formatCount(neededInHundred(breakEvenRate(payout))) })}</Phrase>
  );
}

/** What each stake brought at the reader's payout; nothing where none was decided. */
export function EachStake({ counts, payout }: AtPayoutProps & { readonly counts: LabCounts }) {
  if (counts.decided === 0) return null;
  return (
    <>
      <AtPayout />
      {stakeSentence(centsOf(counts, payout))}{' '}
    </>
  );
}

/** What luck says of the best of all that was tried, and whether it was enough; never that a rule works. */
export function ruleJudgement(
  { right, decided, score }: Pick<RuleFigures, 'right' | 'decided' | 'score'>,
  tries: Tries,
  payout: number,
): string {
  const rate = right / decided;
  const chance = (asGood(tries, score) + 1) / (tries.luck.scores.length + 1);
  const luck = texts.asLuck({ luck: judgeLuck(chance) });
  const enough =
    rate >= breakEvenRate(payout)
      ? texts.enoughSeen({ payout: formatPercent(payout * 100) })
      : texts.notEnough;
  return `${luck} ${enough}`;
}

/** What is needed at a payout, among the dots of luck. */
export function needMark(payout: number): LuckMark {
  const at = breakEvenRate(payout);
  return { at, label: scoreTexts.markNeed({ rate: formatRate(at) }) };
}

/** The pictures behind it: luck, out of 100, and the course. */
export function RuleCards({ figures, tries }: RuleResultProps) {
  const payout = usePayout() / 100;
  const breakEven = breakEvenRate(payout);
  const { decided, right, points, later, score } = figures;
  if (figures.judgement === 'too-few') return null;
  const { rates, scores } = tries.luck;
  return (
    <>
      <LuckCard
        label={scoreTexts.couldItBeLuck}
        aside={texts.eachShuffle({ tries: countOf(tries) })}
        dots={luckDots(rates)}
        own={{ at: right / decided, label: texts.thisRule({ rate: formatRate(right / decided) }) }}
        needed={needMark(payout)}
      >
        <p>{texts.shuffles({ count: formatCount(asGood(tries, score)), all: formatCount(scores.length) })}</p>
      </LuckCard>
      <section className="card" aria-label={scoreTexts.inHundred}>
        <div className="card__body lab__two">
          <HundredRow name={texts.atNext} counts={figures} payout={payout} />
          <HundredRow name={texts.oneLater} counts={later} payout={payout} />
        </div>
      </section>
      <BodyCard label={scoreTexts.course} heading={scoreTexts.courseHead}>
        <CoursePicture points={points} breakEven={breakEven} words={{ engine: texts.ofRule }} />
      </BodyCard>
    </>
  );
}

interface HundredRowProps {
  readonly name: string;
  readonly counts: LabCounts;
  readonly payout: number;
}

function HundredRow({ name, counts, payout }: HundredRowProps) {
  if (counts.decided === 0) return null;
  const inHundred = Math.round((counts.right / counts.decided) * 100);
  const needed = neededInHundred(breakEvenRate(payout));
  const cents = centsOf(counts, payout);
  return (
    <div>
      <p className="lab__hundred">
        <span>{name}</span> <b>{formatCount(inHundred)}</b>{' '}
        <small className="hint">{stakeSentence(cents)}</small>
      </p>
      <WafflePicture right={inHundred} needed={needed} />
    </div>
  );
}
