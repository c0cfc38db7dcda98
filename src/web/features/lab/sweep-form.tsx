import { readRule } from '../../../core/lab/read-rule.ts';
import { combinations, type Rule, type Sweep, type SweptField, withFields } from '../../../core/lab/rule.ts';
import { SelectField } from '../../ui/field.tsx';
import { Opens } from '../../ui/opens.tsx';
import { Refused } from '../../ui/payout-field.tsx';
import type { SweptRange } from './known-rules.ts';
import { NumberInput } from './rule-form.tsx';
import { numberFields } from './rule-words.ts';
import { texts } from './texts.ts';
import { texts as uiTexts } from '../../ui/texts.ts';

/** A rule with ranges in the place of two numbers. */
export interface ReadSweep {
  readonly rule: Sweep;
  readonly swept: readonly SweptField[];
  readonly count: number;
}

/** The rules of two ranges; undefined where they are too many, or a value is not allowed. */
export function sweepOf(rule: Rule, ranges: readonly SweptRange[]): ReadSweep | undefined {
  const reading = readRule(withFields(rule, new Map(ranges.map(({ at, ...range }) => [at, range]))));
  if (!('rule' in reading) || reading.swept.length !== ranges.length) return undefined;
  return { rule: reading.rule, swept: reading.swept, count: combinations(reading.swept).length };
}

interface SweepFormProps {
  readonly rule: Rule;
  readonly ranges: readonly [SweptRange, SweptRange];
  readonly isWrong: boolean;
  readonly onRanges: (ranges: readonly [SweptRange, SweptRange]) => void;
}

/** Which two numbers are changed, and how. */
export function SweepForm({ rule, ranges, isWrong, onRanges }: SweepFormProps) {
  const fields = numberFields(rule);
  const [first, second] = ranges;
  const row = (range: SweptRange, label: string, other: SweptRange, change: (next: SweptRange) => void) => {
    const field = fields.find(({ at }) => at === range.at);
    const limits = { least: 0, most: field?.most ?? 1_000, isWhole: false };
    const number = (name: 'from' | 'to' | 'step', text: string) => (
      <NumberInput
        label={`${label}: ${text}`}
        value={range[name]}
        limits={limits}
        onValue={(value) => change({ ...range, [name]: value })}
      />
    );
    return (
      <div className="lab__range">
        <SelectField
          label={label}
          value={range.at}
          options={fields.filter(({ at }) => at !== other.at).map(({ at, name }) => [at, name])}
          onValue={(at) => change({ ...range, at })}
        />
        <p className="lab__line row">
          <span>{uiTexts.from}</span> {number('from', uiTexts.from)} <span>{uiTexts.to}</span>{' '}
          {number('to', uiTexts.to)} <span>{texts.step}</span> {number('step', texts.step)}
        </p>
      </div>
    );
  };
  return (
    <Opens className="lab__many" summary={texts.many}>
      {row(first, texts.firstField, second, (next) => onRanges([next, second]))}
      {row(second, texts.secondField, first, (next) => onRanges([first, next]))}
      <Refused why={isWrong ? texts.tooMany : undefined} />
    </Opens>
  );
}
