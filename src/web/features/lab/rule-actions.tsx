import type { RefObject } from 'react';
import type { LabCounts } from '../../../core/lab/count-rules.ts';
import { readRule, ruleAddress } from '../../../core/lab/read-rule.ts';
import type { Rule } from '../../../core/lab/rule.ts';
import { usePayout } from '../../lib/payout.ts';
import { saveFile } from '../../lib/save-file.ts';
import { Button } from '../../ui/button.tsx';
import { FileButton } from '../../ui/file-button.tsx';
import { luckPicture } from '../../ui/luck-picture.ts';
import { reportTexts } from '../../ui/report-texts.ts';
import { showToast } from '../../ui/toasts.ts';
import type { RuleFigures } from './lab-worker.ts';
import { type LabPrices, spanOf } from './lab-prices.ts';
import { resultPicture } from './result-picture.ts';
import { ruleName } from './rule-words.ts';
import { texts } from './texts.ts';
import { countOf, type Tries } from './tries.ts';
import type { Shown } from './use-counting.ts';

interface RuleActionsProps {
  readonly rule: Rule;
  readonly prices: LabPrices;
  readonly shown: Shown | undefined;
  readonly tries: Tries;
  /** There may have been more tries. */
  readonly isDamaged: boolean;
  /** The page's, about what is shown. */
  readonly heading: RefObject<HTMLHeadingElement | null>;
  readonly onRule: (rule: Rule) => void;
  readonly onProblem: (problem: string) => void;
}

/** A rule leaves as a link, as a file with its result and the count of tries, or as a picture of it, and comes back from a file. */
export function RuleActions(props: RuleActionsProps) {
  const { rule, prices, shown, tries, isDamaged, heading, onRule, onProblem } = props;
  const picture = resultPicture(shown, prices, tries, isDamaged, usePayout() / 100);
  const address = ruleAddress(rule);

  async function openFile(file: File): Promise<void> {
    try {
      const read = JSON.parse(await file.text()) as { rule?: unknown };
      const reading = readRule(read.rule ?? read);
      if (!('rule' in reading) || reading.swept.length > 0) throw new Error('no rule');
      onRule(reading.rule as Rule);
    } catch {
      onProblem(texts.badFile);
    }
  }

  function save(): void {
    const { pair, kind, edition, sealedDay } = prices;
    const content = {
      rule,
      prices: { pair, kind, edition, open: spanOf(prices, 'open'), sealedDay },
      ...savedResult(shown, address),
      tries: countOf(tries),
      ...(isDamaged ? { moreTries: 'unknown' } : {}),
      opened: tries.opened ?? null,
    };
    const json = `${JSON.stringify(content, null, 2)}\n`;
    saveFile(new Blob([json], { type: 'application/json' }), 'pipcast-rule.json');
  }

  async function copyLink(): Promise<void> {
    try {
      await navigator.clipboard.writeText(`${location.origin}/lab#${address}`);
      showToast({ title: reportTexts.linkCopied, text: ruleName(rule) });
    } catch {
      showToast({ title: texts.notCopied, text: '' });
    }
  }

  async function savePicture(): Promise<void> {
    const drawn =
      picture && (await luckPicture({ ...picture, headline: heading.current?.textContent ?? '' }));
    if (drawn) saveFile(drawn, 'pipcast-lab.png');
    else showToast({ title: reportTexts.savePicture, text: reportTexts.pictureFailed });
  }

  return (
    <details>
      <summary>{texts.share}</summary>
      <div className="lab__acts">
        <Button look="line" size="small" onClick={() => void copyLink()}>
          {texts.copyLink}
        </Button>
        <Button look="line" size="small" onClick={save}>
          {texts.save}
        </Button>
        {picture === undefined ? null : (
          <Button look="line" size="small" onClick={() => void savePicture()}>
            {reportTexts.savePicture}
          </Button>
        )}
        <FileButton
          look="line"
          size="small"
          label={texts.open}
          accept=".json,application/json"
          onFile={(file) => void openFile(file)}
        >
          {texts.open}
        </FileButton>
      </div>
    </details>
  );
}

/** What a result is saved as: that of the rule as it is in the form, with nothing that was not counted. */
function savedResult(shown: Shown | undefined, address: string) {
  const counts = ({ signals, decided, right, ties, skipped, both }: RuleFigures): LabCounts => {
    return { signals, decided, right, ties, skipped, both };
  };
  if (shown === undefined || shown.kind === 'sweep' || ruleAddress(shown.rule) !== address)
    return { open: null, sealed: null };
  return shown.kind === 'rule'
    ? { open: counts(shown.figures), sealed: null }
    : { open: counts(shown.seen), sealed: counts(shown.unseen) };
}
