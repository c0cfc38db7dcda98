import { type ComponentProps, type ReactElement, type ReactNode, useId, useState } from 'react';
import {
  CONDITION_NAMES,
  CONDITION_SHAPES,
  type Condition,
  type ConditionName,
  hasDirection,
  LAB_BARS,
  MOST_CONDITIONS,
  mirrored,
  type Rule,
  TIME_SHAPES,
} from '../../../core/lab/rule.ts';
import { SCORED_PAIRS } from '../../../core/market/instruments.ts';
import { formatCount, formatFromTo } from '../../lib/figures.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { Choice } from '../../ui/field.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Refused } from '../../ui/payout-field.tsx';
import { FIRST_CONDITION, knownRules } from './known-rules.ts';
import { fieldName, type NumberLimits, numberOf } from './rule-words.ts';
import { conditionTexts, kindTexts, optionTexts, texts } from './texts.ts';
import { signalWords } from '../../ui/signal-texts.ts';

interface RuleFormProps {
  readonly rule: Rule;
  readonly onChange: (rule: Rule) => void;
}

type Loose = Readonly<Record<string, unknown>>;
/** From left to right in every language: an option has no direction of its own. */
const BARS = {
  '1min': '\u200E1 min',
  '5min': '\u200E5 min',
  '15min': '\u200E15 min',
  '1h': '\u200E1 h',
} as const;
const ENTRIES = [1, 2, 3, 5, 10];
const [, EXPIRY] = TIME_SHAPES;

/** The rule as a sentence that can be edited, with well-known ones to begin with. */
export function RuleForm({ rule, onChange }: RuleFormProps) {
  const { call } = rule;
  return (
    <>
      <fieldset className="lab__chips row" aria-label={texts.knownRules}>
        {knownRules().map((known) => (
          <button
            key={known.name}
            type="button"
            className="reach"
            aria-pressed={JSON.stringify(known.call) === JSON.stringify(call)}
            onClick={() => onChange({ ...rule, call: known.call, put: 'mirror' })}
          >
            {known.name}
          </button>
        ))}
      </fieldset>
      <p className="lab__line row">
        {texts.onBars({
          pair: (
            <Choice
              label={signalWords.pair}
              value={rule.pair}
              options={SCORED_PAIRS.map((pair) => [pair, pair])}
              onValue={(pair) => onChange({ ...rule, pair: pair as Rule['pair'] })}
            />
          ),
          bar: (
            <Choice
              label={texts.bar}
              value={rule.bar}
              options={LAB_BARS.map((bar) => [bar, BARS[bar]])}
              onValue={(bar) => onChange({ ...rule, bar: bar as Rule['bar'] })}
            />
          ),
        })}
      </p>
      <Side
        word={texts.callWhen({ b: <b className="direction--call" /> })}
        conditions={call}
        onChange={(next) => onChange({ ...rule, call: next })}
      />
      <Put rule={rule} onChange={onChange} />
      <p className="lab__line row">
        {texts.entered({
          entry: (
            <Choice
              label={fieldName('enterAfterBars')}
              value={String(rule.enterAfterBars)}
              options={[...new Set([...ENTRIES, rule.enterAfterBars])]
                .sort((a, b) => a - b)
                .map((bars) => [String(bars), bars === 1 ? texts.nextBar : texts.barsLater({ count: bars })])}
              onValue={(bars) => onChange({ ...rule, enterAfterBars: Number(bars) })}
            />
          ),
          expiry: (
            <NumberInput
              label={fieldName('expiryBars')}
              value={rule.expiryBars}
              limits={EXPIRY}
              onValue={(expiryBars) => onChange({ ...rule, expiryBars })}
            />
          ),
        })}
      </p>
    </>
  );
}

/** When the rule says PUT: at the mirror of CALL, or under conditions of its own. */
function Put({ rule, onChange }: RuleFormProps) {
  const { call, put } = rule;
  const change = (text: string, next: Rule['put']) => (
    <Button look="line" size="small" onClick={() => onChange({ ...rule, put: next })}>
      {text}
    </Button>
  );
  if (put !== 'mirror')
    return (
      <>
        <Side
          word={texts.putWhen({ b: <b className="direction--put" /> })}
          conditions={put}
          onChange={(next) => onChange({ ...rule, put: next })}
        />
        {change(texts.mirrorPut, 'mirror')}
      </>
    );
  const own = change(texts.ownPut, call.map(mirrored));
  if (!call.some(hasDirection))
    return (
      <>
        <Refused why={texts.noDirection} />
        {own}
      </>
    );
  return (
    <p className="lab__line row">
      <span>{texts.atMirror({ b: <b className="direction--put" /> })}</span>
      {call.map((one, place) => (
        <ConditionSentence
          // oxlint-disable-next-line react/no-array-index-key -- a place is all that a condition is known by
          key={place}
          condition={mirrored(one)}
        />
      ))}
      {own}
    </p>
  );
}

interface SideProps {
  readonly word: ReactNode;
  readonly conditions: readonly Condition[];
  readonly onChange: (conditions: readonly Condition[]) => void;
}

function Side({ word, conditions, onChange }: SideProps) {
  const count = conditions.length;
  return conditions.map((condition, place) => (
    <p
      // oxlint-disable-next-line react/no-array-index-key -- a place is all that a condition is known by
      key={place}
      className="lab__line row"
    >
      <span>{place === 0 ? word : texts.and}</span>
      <ConditionSentence
        condition={condition}
        onChange={(next) => onChange(conditions.map((one, at) => (at === place ? next : one)))}
      />
      {count === 1 ? null : (
        <IconButton label={texts.remove} onClick={() => onChange(conditions.filter((_, at) => at !== place))}>
          <Icon name="close" />
        </IconButton>
      )}
      {place < count - 1 || count === MOST_CONDITIONS ? null : (
        <Button
          look="line"
          size="small"
          onClick={() => onChange([...conditions, FIRST_CONDITION[unused(conditions)]])}
        >
          {texts.andWhen}
        </Button>
      )}
    </p>
  ));
}

function unused(conditions: readonly Condition[]): ConditionName {
  return CONDITION_NAMES.find((name) => conditions.every((one) => one.if !== name)) ?? 'rsi';
}

interface ConditionSentenceProps {
  readonly condition: Condition;
  /** Absent where it is only read. */
  readonly onChange?: (condition: Condition) => void;
}

const HOWS = ['crosses-below', 'crosses-above', 'is-below', 'is-above'];
const optionText = (name: string): string => optionTexts[name as keyof typeof optionTexts];

/** A condition in words: with fields where it can be changed, else with what they hold. */
function ConditionSentence({ condition, onChange }: ConditionSentenceProps) {
  const { fields, compares } = CONDITION_SHAPES[condition.if];
  const { is, crosses, ...rest } = condition as unknown as Loose;
  const change = (values: Loose): void => onChange?.({ ...condition, ...values } as unknown as Condition);
  const choice = (
    name: string,
    value: string,
    options: readonly string[],
    textOf: (option: string) => string,
    onValue: (option: string) => void,
  ): ReactElement =>
    onChange === undefined ? (
      <span>{textOf(value)}</span>
    ) : (
      <Choice
        label={fieldName(name)}
        value={value}
        options={options.map((one) => [one, textOf(one)])}
        onValue={onValue}
      />
    );

  const parts: Record<string, ReactElement> = {
    kind: choice(
      'kind',
      condition.if,
      CONDITION_NAMES,
      (name) => kindTexts[name as ConditionName],
      (name) => onChange?.(FIRST_CONDITION[name as ConditionName]),
    ),
  };
  for (const shape of fields) {
    const { name } = shape;
    const set = (value: unknown): void => change({ [name]: value });
    if ('options' in shape) parts[name] = choice(name, String(rest[name]), shape.options, optionText, set);
    else {
      const value = rest[name] as number;
      parts[name] =
        onChange === undefined ? (
          <span>{value}</span>
        ) : (
          <NumberInput label={fieldName(name)} value={value} limits={shape} onValue={set} />
        );
    }
  }
  if (compares) {
    const how = is === undefined ? `crosses-${String(crosses)}` : `is-${String(is)}`;
    parts['how'] = choice('how', how, HOWS, optionText, (next) => {
      const [kind = 'is', side] = next.split('-');
      onChange?.({ ...rest, [kind]: side } as unknown as Condition);
    });
  }
  const sentence = conditionTexts[condition.if] as (
    values: Readonly<Record<string, ReactElement>>,
  ) => ReactNode;
  return sentence(parts);
}

interface NumberInputProps extends Pick<ComponentProps<'input'>, 'disabled'> {
  readonly label: string;
  readonly value: number;
  readonly limits: NumberLimits;
  readonly onValue: (value: number) => void;
}

/** A number inside a sentence; what the field does not take changes nothing, and is gone when the field is left. */
export function NumberInput({ label, value, limits, onValue }: NumberInputProps) {
  const id = useId();
  const [text, setText] = useState<string>();
  const isWrong = text !== undefined && numberOf(text, limits) === undefined;
  return (
    <span className="lab__number row">
      <input
        className="input"
        inputMode={limits.isWhole ? 'numeric' : 'decimal'}
        autoComplete="off"
        aria-label={label}
        aria-invalid={isWrong || undefined}
        aria-describedby={isWrong ? id : undefined}
        value={text ?? String(value)}
        onChange={({ target }) => {
          setText(target.value);
          const typed = numberOf(target.value, limits);
          if (typed !== undefined) onValue(typed);
        }}
        onBlur={() => setText(undefined)}
      />
      {isWrong ? (
        <span id={id} role="alert" className="problem">
          {formatFromTo(formatCount(limits.least), formatCount(limits.most))}
        </span>
      ) : null}
    </span>
  );
}
