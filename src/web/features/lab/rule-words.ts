import {
  CONDITION_SHAPES,
  type NumberShape,
  type Rule,
  type Sweep,
  TIME_SHAPES,
} from '../../../core/lab/rule.ts';
import { plainDigits } from '../../lib/typed-digits.ts';
import { signalWords } from '../../ui/signal-texts.ts';
import { texts as uiTexts } from '../../ui/texts.ts';
import { fieldTexts, kindTexts, texts } from './texts.ts';

/** A rule in a few letters: `RSI 14, 30`, with its numbers in the digits of its fields. */
export function ruleName({ call, enterAfterBars, expiryBars }: Rule): string {
  const conditions = call.map((condition) => {
    const loose = condition as unknown as Readonly<Record<string, unknown>>;
    const numbers = CONDITION_SHAPES[condition.if].fields
      .map(({ name }) => loose[name])
      .filter((value) => typeof value === 'number');
    return [kindTexts[condition.if], numbers.join(', ')].filter(Boolean).join(' ');
  });
  const times = enterAfterBars === 1 && expiryBars === 1 ? [] : [`${enterAfterBars} + ${expiryBars}`];
  return [...conditions, ...times].join(' · ');
}

export type NumberLimits = Omit<NumberShape, 'name'>;

/** A number of a rule. */
export interface NumberField extends NumberShape {
  /** `call.0.length`, `expiryBars`. */
  readonly at: string;
}

/** The fields that a sweep can change. */
export function numberFields({ call, put }: Sweep): readonly NumberField[] {
  const ofSide = (side: string, conditions: Sweep['call']): NumberField[] =>
    conditions.flatMap(({ if: kind }, place) =>
      CONDITION_SHAPES[kind].fields
        .filter((shape) => 'least' in shape)
        .map((shape) => ({
          ...shape,
          at: `${side}.${place}.${shape.name}`,
          name: texts.fieldOf({ kind: kindTexts[kind], field: fieldName(shape.name) }),
        })),
    );
  return [
    ...ofSide('call', call),
    ...(put === 'mirror' ? [] : ofSide('put', put)),
    ...TIME_SHAPES.map((shape) => ({ ...shape, at: shape.name, name: fieldName(shape.name) })),
  ];
}

/** The name of a field, as in `CONDITION_SHAPES`. */
export function fieldName(name: string): string {
  switch (name) {
    case 'from':
    case 'to':
      return uiTexts[name];
    case 'colour':
      return signalWords.direction;
    default:
      return fieldTexts[name as keyof typeof fieldTexts];
  }
}

/** What a number that was typed is; undefined where the field does not take it. */
export function numberOf(text: string, { least, most, isWhole }: NumberLimits): number | undefined {
  const trimmed = plainDigits(text).trim().replace(',', '.');
  if (!/^\d{1,6}(\.\d{1,4})?$/.test(trimmed)) return undefined;
  const value = Number(trimmed);
  return value < least || value > most || (isWhole && !Number.isInteger(value)) ? undefined : value;
}
