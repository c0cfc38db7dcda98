import { CONDITION_SHAPES, type Rule, type Sweep, TIME_SHAPES } from '../../../core/lab/rule.ts';
import { formatCount } from '../../lib/figures.ts';
import { fieldTexts, kindTexts } from './texts.ts';

/** A rule in a few letters: `RSI 14, 30`. */
export function ruleName({ call, enterAfterBars, expiryBars }: Rule): string {
  const conditions = call.map((condition) => {
    const loose = condition as unknown as Readonly<Record<string, unknown>>;
    const numbers = CONDITION_SHAPES[condition.if].fields
      .map(({ name }) => loose[name])
      .filter((value) => typeof value === 'number');
    return [kindTexts[condition.if], numbers.map(formatCount).join(', ')].filter(Boolean).join(' ');
  });
  const times =
    enterAfterBars === 1 && expiryBars === 1
      ? []
      : [`${formatCount(enterAfterBars)} + ${formatCount(expiryBars)}`];
  return [...conditions, ...times].join(' · ');
}

/** A field of a rule that is a number, and what it may be. */
export interface NumberField {
  /** `call.0.length`, `expiryBars`. */
  readonly at: string;
  readonly name: string;
  readonly least: number;
  readonly most: number;
  readonly isWhole: boolean;
}

/** The fields that a sweep can change. */
export function numberFields({ call, put }: Sweep): readonly NumberField[] {
  const ofSide = (side: string, conditions: Sweep['call']): NumberField[] =>
    conditions.flatMap((condition, place) =>
      CONDITION_SHAPES[condition.if].fields.flatMap((shape) =>
        'options' in shape
          ? []
          : [
              {
                ...shape,
                at: `${side}.${place}.${shape.name}`,
                name: `${kindTexts[condition.if]}: ${fieldName(shape.name)}`,
              },
            ],
      ),
    );
  return [
    ...ofSide('call', call),
    ...(put === 'mirror' ? [] : ofSide('put', put)),
    ...TIME_SHAPES.flatMap((shape) =>
      'options' in shape ? [] : [{ ...shape, at: shape.name, name: fieldName(shape.name) }],
    ),
  ];
}

/** The name of a field, as in `CONDITION_SHAPES`. */
export function fieldName(name: string): string {
  return fieldTexts[name as keyof typeof fieldTexts];
}

/** What a number that was typed is; undefined where the field does not take it. */
export function numberOf(
  text: string,
  { least, most, isWhole }: Pick<NumberField, 'least' | 'most' | 'isWhole'>,
): number | undefined {
  const trimmed = text.trim().replace(',', '.');
  if (!/^\d{1,6}(\.\d{1,4})?$/.test(trimmed)) return undefined;
  const value = Number(trimmed);
  return value < least || value > most || (isWhole && !Number.isInteger(value)) ? undefined : value;
}
