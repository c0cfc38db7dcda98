import type { RefObject } from 'react';
import type { LabCounts } from '../../../core/lab/count-rules.ts';
import { readRule, ruleAddress } from '../../../core/lab/read-rule.ts';
import type { Rule } from '../../../core/lab/rule.ts';
import { formatCount, formatRate } from '../../lib/figures.ts';
import { usePayout } from '../../lib/payout.ts';
import { Button } from '../../ui/button.tsx';
import { copyText, saveFile, savePicture } from '../../ui/copy-or-save.ts';
import { FileButton } from '../../ui/file-button.tsx';
import { type LuckPicture, luckPicture } from '../../ui/luck-picture.ts';
import { Opens } from '../../ui/opens.tsx';
import { reportTexts } from '../../ui/report-texts.ts';
import { texts as uiTexts } from '../../ui/texts.ts';
import { formatDays } from './lab-formats.ts';
import { type LabPrices, spanOf } from './lab-prices.ts';
import type { RuleFigures } from './lab-worker.ts';
import { needMark, ruleJudgement } from './rule-result.tsx';
import { ruleName } from './rule-words.ts';
import { chosenFrom, sealJudgement } from './seal-result.tsx';
import { sweptSentence } from './sweep-result.tsx';
import { texts } from './texts.ts';
import { wereSeen } from './tried-card.tsx';
import { countOf, inUnits, luckDots, type Tries } from './tries.ts';
import type { LabResult } from './use-counting.ts';

interface RuleActionsProps {
  readonly rule: Rule;
  readonly prices: LabPrices;
  readonly result: LabResult | undefined;
  readonly tries: Tries;
  /** The page's, about what is shown. */
  readonly heading: RefObject<HTMLHeadingElement | null>;
  readonly onRule: (rule: Rule) => void;
  readonly onProblem: (problem: string) => void;
}

/** A rule leaves as a link, as a file with its result and the count of tries, or as a picture of it, and comes back from a file. */
export function RuleActions(props: RuleActionsProps) {
  const { rule, prices, result, tries, heading, onRule, onProblem } = props;
  const picture = resultPicture(result, prices, tries, usePayout() / 100);
  const address = ruleAddress(rule);

  async function openFile(file: File): Promise<void> {
    try {
      const read = JSON.parse(await file.text()) as { rule?: unknown };
      const reading = readRule(read.rule ?? read);
      if (!('rule' in reading) || reading.swept.length > 0) throw new Error('no rule');
      onRule(reading.rule as Rule);
    } catch {
      onProblem(texts.noRule);
    }
  }

  function save(): void {
    const { pair, kind, edition, sealedDay } = prices;
    const content = {
      rule,
      prices: { pair, kind, edition, open: spanOf(prices, 'open'), sealedDay },
      ...savedResult(result, address),
      tries: countOf(tries),
      opened: tries.opened ?? null,
    };
    const json = `${JSON.stringify(content, null, 2)}\n`;
    saveFile(new Blob([json], { type: 'application/json' }), 'pipcast-rule.json');
  }

  return (
    <Opens summary={texts.share}>
      <div className="lab__acts row">
        <Button look="line" size="small" onClick={() => void copyText(`${location.origin}/lab#${address}`)}>
          {reportTexts.copyLink}
        </Button>
        <Button look="line" size="small" onClick={save}>
          {texts.save}
        </Button>
        {picture === undefined ? null : (
          <Button
            look="line"
            size="small"
            onClick={() => {
              const headline = heading.current?.textContent ?? '';
              void savePicture(luckPicture({ ...picture, headline }), 'pipcast-lab.png');
            }}
          >
            {reportTexts.savePicture}
          </Button>
        )}
        <FileButton
          look="line"
          size="small"
          accept=".json,application/json"
          onFile={(file) => void openFile(file)}
        >
          {texts.open}
        </FileButton>
      </div>
    </Opens>
  );
}

/** What a result is saved as: that of the rule as it is in the form, with nothing that was not counted. */
function savedResult(result: LabResult | undefined, address: string) {
  const counts = ({ signals, decided, right, ties, skipped, both }: RuleFigures): LabCounts => {
    return { signals, decided, right, ties, skipped, both };
  };
  if (result === undefined || result.kind === 'sweep' || ruleAddress(result.rule) !== address)
    return { open: null, sealed: null };
  return result.kind === 'rule'
    ? { open: counts(result.figures), sealed: null }
    : { open: counts(result.seen), sealed: counts(result.unseen) };
}

/** What is shown, to be drawn under its headline, with the prices and the count of tries; undefined where it is too little to judge. */
export function resultPicture(
  result: LabResult | undefined,
  prices: LabPrices,
  tries: Tries,
  payout: number,
): Omit<LuckPicture, 'headline'> | undefined {
  const drawing = result && drawingOf(result, tries, payout);
  if (drawing === undefined) return undefined;
  const { reasons, dots, counts, label } = drawing;
  const rate = counts.right / counts.decided;
  return {
    source: `${uiTexts.lab} · ${prices.kind === 'made up' ? texts.madeUp : prices.pair} · ${location.host}/lab`,
    reasons,
    dots,
    own: { at: rate, label: label({ rate: formatRate(rate) }) },
    needed: needMark(payout),
  };
}

function drawingOf(result: LabResult, tries: Tries, payout: number) {
  const { opened } = tries;
  const tried = [
    `${texts.tried({ count: countOf(tries) })}.`,
    ...(opened === undefined ? [] : [wereSeen(opened)]),
  ].join(' ');
  switch (result.kind) {
    case 'rule': {
      const { figures, rule } = result;
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
      const { best, cells, luck } = result.figures;
      const counts = best === null ? undefined : cells[best];
      if (counts === undefined) return undefined;
      const dots = luckDots(inUnits(luck.rates));
      return { reasons: `${sweptSentence(result.figures)} ${tried}`, dots, counts, label: texts.yourBest };
    }
    case 'seal': {
      const { rule, unseen } = result;
      if (unseen.judgement === 'too-few') return undefined;
      return {
        reasons: `${chosenFrom(result)} ${sealJudgement(rule, unseen, payout)}`,
        dots: luckDots(inUnits(unseen.luck.rates)),
        counts: unseen,
        label: texts.thisRule,
      };
    }
  }
}
