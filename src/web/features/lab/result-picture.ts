import { breakEvenRate } from '../../../core/record/verdict.ts';
import { formatCount, formatRate } from '../../lib/figures.ts';
import type { LuckPicture } from '../../ui/luck-picture.ts';
import { scoreTexts } from '../../ui/score-texts.ts';
import { formatDays } from './lab-formats.ts';
import type { LabPrices } from './lab-prices.ts';
import { ruleJudgement } from './rule-result.tsx';
import { ruleName } from './rule-words.ts';
import { chosenFrom, sealJudgement } from './seal-result.tsx';
import { sweptSentence } from './sweep-result.tsx';
import { texts } from './texts.ts';
import { wereSeen } from './tried-card.tsx';
import { countOf, inUnits, luckDots, type Tries } from './tries.ts';
import type { Shown } from './use-counting.ts';

/** What is shown, to be drawn under its headline, with the prices and the count of tries; undefined where it is too little to judge. */
export function resultPicture(
  shown: Shown | undefined,
  prices: LabPrices,
  tries: Tries,
  isDamaged: boolean,
  payout: number,
): Omit<LuckPicture, 'headline'> | undefined {
  const result = shown && resultOf(shown, tries, isDamaged, payout);
  if (result === undefined) return undefined;
  const { reasons, dots, counts, label } = result;
  const rate = counts.right / counts.decided;
  const breakEven = breakEvenRate(payout);
  return {
    source: `${texts.title} · ${prices.kind === 'made up' ? texts.madeUp : prices.pair} · ${location.host}/lab`,
    reasons,
    dots,
    own: { at: rate, label: label({ rate: formatRate(rate) }) },
    needed: { at: breakEven, label: scoreTexts.markNeed({ rate: formatRate(breakEven) }) },
  };
}

function resultOf(shown: Shown, tries: Tries, isDamaged: boolean, payout: number) {
  const { opened } = tries;
  const tried = [
    `${texts.tried({ count: countOf(tries) })}.`,
    ...(isDamaged ? [texts.damaged] : []),
    ...(opened === undefined ? [] : [wereSeen(opened)]),
  ].join(' ');
  switch (shown.kind) {
    case 'rule': {
      const { figures, rule } = shown;
      const { decided, signals } = figures;
      if (figures.judgement === 'too-few') return undefined;
      const counted = texts.counted({ decided: formatCount(decided), signals, days: formatDays(figures) });
      return {
        reasons: `${ruleName(rule)}: ${counted} ${ruleJudgement(figures, tries, payout)} ${tried}`,
        dots: luckDots(tries.luck.rates),
        counts: figures,
        label: texts.thisRule,
      };
    }
    case 'sweep': {
      const { best, cells, luck } = shown.figures;
      const counts = best === null ? undefined : cells[best];
      if (counts === undefined) return undefined;
      const dots = luckDots(inUnits(luck.rates));
      return { reasons: `${sweptSentence(shown.figures)} ${tried}`, dots, counts, label: texts.yourBest };
    }
    case 'seal': {
      const { rule, unseen } = shown;
      if (unseen.judgement === 'too-few') return undefined;
      return {
        reasons: `${chosenFrom(shown)} ${sealJudgement(rule, unseen, payout)}`,
        dots: luckDots(inUnits(unseen.luck.rates)),
        counts: unseen,
        label: texts.thisRule,
      };
    }
  }
}
