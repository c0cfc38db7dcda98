import type { LabCounts } from '../../../core/lab/count-rules.ts';
import type { Rule } from '../../../core/lab/rule.ts';
import { breakEvenRate } from '../../../core/record/verdict.ts';
import { formatCount, formatPoints, formatRate, formatRates } from '../../lib/figures.ts';
import { formatPercent } from '../../lib/formats.ts';
import { usePayout } from '../../lib/payout.ts';
import { Fact, BodyCard } from '../../ui/card.tsx';
import { percentPlace, Picture } from '../../ui/picture.tsx';
import { reportTexts, scoreTexts } from '../../ui/report-texts.ts';
import { KeyLine } from '../../ui/course.tsx';
import { formatOpened } from './lab-formats.ts';
import type { RuleFigures } from './lab-worker.ts';
import { centsOf, EachStake, type Finding, YouNeed } from './rule-result.tsx';
import { ruleName } from './rule-words.ts';
import { texts } from './texts.ts';
import type { Opened } from './tries.ts';

export interface SealResultProps {
  readonly rule: Rule;
  /** On the open part, in hindsight. */
  readonly seen: RuleFigures;
  /** On the sealed part. */
  readonly unseen: RuleFigures;
  readonly opened: Opened;
}

/** What the rule came to on prices that it had not seen. */
export function sealFinding({ rule, unseen, opened }: SealResultProps, payout: number): Finding {
  const { decided, right, judgement } = unseen;
  const count = formatCount(Math.round((right / decided) * 100));
  return {
    title:
      judgement === 'too-few' ? (
        texts.tooFew({ count: decided })
      ) : (
        <>
          {texts.unseenRight({ count })} <YouNeed payout={payout} />
        </>
      ),
    lead: (
      <p className="lead">
        {chosenFrom({ rule, opened })} <EachStake counts={unseen} payout={payout} />
        <b>{sealJudgement(rule, unseen, payout)}</b>
      </p>
    ),
  };
}

/** What luck says of the rule on prices that it had not seen, and whether it was enough. */
export function sealJudgement(
  rule: Rule,
  { decided, right, judgement: luckCode }: RuleFigures,
  payout: number,
): string {
  if (luckCode === 'too-few') return texts.tooFewNote;
  const luck = texts.asLuck({ luck: luckCode });
  const enough =
    right / decided >= breakEvenRate(payout)
      ? texts.enoughUnseen({ payout: formatPercent(payout * 100), entry: rule.enterAfterBars })
      : texts.notEnough;
  return `${luck} ${enough}`;
}

/** Which rule the seal was opened for, after how many tries, and when. */
export function chosenFrom({ rule, opened }: Pick<SealResultProps, 'rule' | 'opened'>): string {
  return texts.chosenFrom({
    rule: ruleName(rule),
    tries: opened.tries,
    date: formatOpened(opened.atMs),
  });
}

const WIDTH = 640;
const HEIGHT = 240;
/** How far a label reaches from its point, in the picture's units. */
const LABEL = 44;

/** Hindsight beside what was not seen, one line down or up in the same ink. */
export function SealCards({ seen, unseen }: SealResultProps) {
  const payout = usePayout() / 100;
  const breakEven = breakEvenRate(payout);
  if (seen.decided === 0 || unseen.decided === 0) return null;
  const [before, after] = [seen.right / seen.decided, unseen.right / unseen.decided];
  const low = Math.min(0.49, before, after) - 0.01;
  const high = Math.max(breakEven, before, after) + 0.015;
  const y = (rate: number): number => HEIGHT - ((rate - low) / (high - low)) * HEIGHT;
  const figures = (counts: LabCounts): string =>
    texts.rightOf({
      right: formatCount(counts.right),
      decided: formatCount(counts.decided),
      cents: formatPoints(centsOf(counts, payout) / 100),
    });
  // Above its point, or below it where it would lie on a line.
  const isOnLine = (from: number, to: number): boolean =>
    [breakEven, 0.5].some((line) => y(line) > from && y(line) < to);
  const end = (left: string, rate: number) => {
    const at = y(rate);
    const isBelow = isOnLine(at - LABEL, at) && !isOnLine(at, at + LABEL);
    return (
      <b style={{ left, top: percentPlace(at / HEIGHT) }} data-side={isBelow ? 'below' : 'above'}>
        {formatRate(rate)}
      </b>
    );
  };
  return (
    <BodyCard label={texts.lookingAdded}>
      <Picture
        className="course figure lab__slope"
        label={`${texts.inHindsight}: ${formatRate(before)}. ${texts.notSeen}: ${formatRate(after)}. ${scoreTexts.markNeed({ rate: formatRate(breakEven) })}`}
      >
        <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
          <path className="course__even" d={`M0 ${y(breakEven)}H${WIDTH}`} />
          <path className="course__coin" d={`M0 ${y(0.5)}H${WIDTH}`} />
          <path className="course__engine" d={`M${WIDTH / 5} ${y(before)}L${(WIDTH * 4) / 5} ${y(after)}`} />
          <path className="lab__end" d={`M${WIDTH / 5} ${y(before)}h0M${(WIDTH * 4) / 5} ${y(after)}h0`} />
          <path className="lab__end lab__end--seen" d={`M${WIDTH / 5} ${y(before)}h0`} />
        </svg>
        {end('20%', before)}
        {end('80%', after)}
      </Picture>
      <p className="lab__ends">
        <span>{texts.inHindsight}</span>
        <span>{texts.notSeen}</span>
      </p>
      <ul className="key row">
        <KeyLine look="even">{scoreTexts.markNeed({ rate: formatRate(breakEven) })}</KeyLine>
        <KeyLine look="coin">{scoreTexts.markCoin({ rate: formatRate(0.5) })}</KeyLine>
      </ul>
      <dl className="pairs">
        <Fact name={texts.inHindsight}>{figures(seen)}</Fact>
        <Fact name={texts.notSeen}>{figures(unseen)}</Fact>
        <Fact name={texts.oneLater}>{figures(unseen.later)}</Fact>
        <Fact name={reportTexts.oneLook}>
          {unseen.interval === null ? '\u2013' : formatRates(unseen.interval)}
        </Fact>
      </dl>
      <p className="hint">{texts.afterwards}</p>
    </BodyCard>
  );
}
