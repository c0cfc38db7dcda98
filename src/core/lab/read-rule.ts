import { isObject } from '../json/loose.ts';
import { isScoredPair, SCORED_PAIRS } from '../market/instruments.ts';
import {
  CONDITION_NAMES,
  CONDITION_SHAPES,
  type ConditionName,
  type ConditionOf,
  type FieldShape,
  hasDirection,
  LAB_BARS,
  type LabBar,
  MOST_CONDITIONS,
  MOST_SWEPT,
  MOST_VALUES,
  type NumberShape,
  type Range,
  type Sweep,
  type SweptField,
  TIME_SHAPES,
  valuesOf,
} from './rule.ts';

const MOST_DECIMALS = 6;
/** Letters of a name that a problem repeats: a stranger's rule may have any. */
const MOST_NAME = 60;

export type RuleReading =
  | { readonly rule: Sweep; readonly swept: readonly SweptField[] }
  /** Each a sentence that says what is wrong, and where: `call.0.length`. */
  | { readonly problems: readonly string[] };

type Loose = Readonly<Record<string, unknown>>;

function shapeOf(name: string): { readonly fields: readonly FieldShape[]; readonly compares: boolean } {
  return Object.hasOwn(CONDITION_SHAPES, name)
    ? CONDITION_SHAPES[name as ConditionName]
    : { fields: [], compares: false };
}

/** Reads a rule of unknown origin, whole or swept. Fields in another order, or of other names, do not matter or are problems. */
export function readRule(value: unknown): RuleReading {
  if (!isObject(value))
    return {
      problems: ['The rule must be an object with pair, bar, call, put, enterAfterBars and expiryBars.'],
    };
  const reader = new Reader();
  const rule = reader.rule(value);
  return reader.problems.length > 0 ? { problems: reader.problems } : { rule, swept: reader.swept };
}

class Reader {
  readonly problems: string[] = [];
  readonly swept: SweptField[] = [];

  rule(value: Loose): Sweep {
    this.#names('', value, ['pair', 'bar', 'call', 'put', ...TIME_SHAPES.map(({ name }) => name)]);
    const pair = typeof value['pair'] === 'string' && isScoredPair(value['pair']) ? value['pair'] : undefined;
    if (pair === undefined) this.#refuse('pair', `must be one of ${SCORED_PAIRS.join(', ')}`);
    const bar = this.#choice('bar', value['bar'], LAB_BARS) as LabBar;
    const call = this.#conditions('call', value['call']);
    const put = value['put'] === 'mirror' ? 'mirror' : this.#conditions('put', value['put']);
    const [enterAfterBars, expiryBars] = TIME_SHAPES.map((shape) =>
      this.#field(shape.name, shape, value[shape.name]),
    ) as [number | Range, number | Range];
    if (this.swept.length > MOST_SWEPT)
      this.#refuse('The rule', `has too many ranges: sweep at most ${MOST_SWEPT} fields`);
    if (this.problems.length === 0 && put === 'mirror' && call.every((one) => !hasDirection(one)))
      this.#refuse('put', 'has no mirror: these conditions say nothing of up or down; add one that does');
    return { pair: pair ?? 'EUR/USD', bar, call, put, enterAfterBars, expiryBars };
  }

  #conditions(at: string, value: unknown): readonly ConditionOf<number | Range>[] {
    if (!Array.isArray(value) || value.length === 0 || value.length > MOST_CONDITIONS) {
      this.#refuse(
        at,
        `must be ${at === 'put' ? '"mirror" or ' : ''}a list of 1 to ${MOST_CONDITIONS} conditions`,
      );
      return [];
    }
    return value.map((one: unknown, place) => this.#condition(`${at}.${place}`, one));
  }

  #condition(at: string, value: unknown): ConditionOf<number | Range> {
    const loose = isObject(value) ? value : {};
    const name = this.#choice(`${at}.if`, loose['if'], CONDITION_NAMES) as ConditionName | '';
    const { fields, compares } = shapeOf(name);
    const read: Record<string, unknown> = { if: name };
    for (const shape of fields)
      read[shape.name] = this.#field(`${at}.${shape.name}`, shape, loose[shape.name]);
    if (compares) {
      const how = loose['is'] === undefined ? 'crosses' : 'is';
      read[how] = this.#choice(`${at}.${how}`, loose[how], ['above', 'below']);
    }
    if (name !== '') this.#names(`${at}.`, loose, Object.keys(read));
    return read as unknown as ConditionOf<number | Range>;
  }

  #names(at: string, value: Loose, known: readonly string[]): void {
    for (const name of Object.keys(value))
      if (!known.includes(name)) this.#refuse(`${at}${name}`, 'is no field of a rule: leave it out');
  }

  #choice(at: string, value: unknown, options: readonly string[]): string {
    if (typeof value === 'string' && options.includes(value)) return value;
    this.#refuse(at, value === undefined ? 'is missing' : `must be one of ${options.join(', ')}`);
    return '';
  }

  #field(at: string, shape: FieldShape, value: unknown): unknown {
    if ('options' in shape) return this.#choice(at, value, shape.options);
    if (value === undefined) this.#refuse(at, 'is missing');
    else if (isObject(value)) return this.#range(at, shape, value);
    else this.#number(at, shape, value);
    return value;
  }

  #number(at: string, { least, most, isWhole }: NumberShape, value: unknown): void {
    const isNumber = isWhole ? Number.isInteger(value) : Number.isFinite(value);
    if (!isNumber || (value as number) < least || (value as number) > most)
      this.#refuse(at, `must be a ${isWhole ? 'whole ' : ''}number from ${least} to ${most}`);
    // An address has no exponents.
    else if (Number((value as number).toFixed(MOST_DECIMALS)) !== value)
      this.#refuse(at, `must have at most ${MOST_DECIMALS} decimals`);
  }

  #range(at: string, shape: NumberShape, value: Loose): unknown {
    this.#names(`${at}.`, value, ['from', 'to', 'step']);
    const { from, to, step } = value;
    if (typeof from !== 'number' || typeof to !== 'number' || typeof step !== 'number' || !(step > 0)) {
      this.#refuse(at, 'must be { "from": ..., "to": ..., "step": ... }, three numbers, the step above 0');
      return 0;
    }
    const values = valuesOf({ from, to, step });
    if (values.length === 0 || values.length > MOST_VALUES) {
      this.#refuse(at, `must have 1 to ${MOST_VALUES} values: change from, to or step`);
      return 0;
    }
    const before = this.problems.length;
    for (const one of values) if (this.problems.length === before) this.#number(at, shape, one);
    this.swept.push({ at, values });
    // In one form, so that the same sweep has the same address.
    return { from, to: values.at(-1), step: values.length === 1 ? 1 : step };
  }

  #refuse(at: string, what: string): void {
    this.problems.push(`${at.slice(0, MOST_NAME)} ${what}.`);
  }
}

/**
 * A rule as the query or fragment of an address, without `?` or `#`:
 * `pair=EURUSD&bar=1min&call=rsi-14-30-crosses-below&put=mirror&enter=1&expiry=1`, conditions of a side separated by `;`, a range as
 * `5to44by1`. The same rule always has the same address, so that it can stand for the rule in a list of tries.
 */
export function ruleAddress({ pair, bar, call, put, enterAfterBars, expiryBars }: Sweep): string {
  return [
    `pair=${pair.replace('/', '')}`,
    `bar=${bar}`,
    `call=${call.map(conditionAddress).join(';')}`,
    `put=${put === 'mirror' ? put : put.map(conditionAddress).join(';')}`,
    `enter=${valueAddress(enterAfterBars)}`,
    `expiry=${valueAddress(expiryBars)}`,
  ].join('&');
}

function conditionAddress(condition: ConditionOf<number | Range>): string {
  const loose: Readonly<Record<string, unknown>> = { ...condition };
  const fields = CONDITION_SHAPES[condition.if].fields.map(({ name }) => valueAddress(loose[name]));
  const compared =
    'is' in condition ? ['is', condition.is] : 'crosses' in condition ? ['crosses', condition.crosses] : [];
  return [condition.if, ...fields, ...compared].join('-');
}

function valueAddress(value: unknown): string {
  if (!isObject(value)) return String(value);
  return `${value['from']}to${value['to']}by${value['step']}`;
}

/** Reads what `ruleAddress` wrote, by hand or by a stranger; `?` or `#` before it and escapes of `;` are taken. */
export function parseRuleAddress(text: string): RuleReading {
  const parts = new Map(
    text
      .replace(/^[?#]/, '')
      .split('&')
      .map((part): [string, string] => {
        const at = part.indexOf('=');
        return at < 0 ? [part, ''] : [part.slice(0, at), part.slice(at + 1).replaceAll('%3B', ';')];
      }),
  );
  const pair = parts.get('pair') ?? '';
  const put = parts.get('put');
  return readRule({
    pair: `${pair.slice(0, 3)}/${pair.slice(3)}`,
    bar: parts.get('bar'),
    call: conditionsIn(parts.get('call')),
    put: put === 'mirror' ? put : conditionsIn(put),
    enterAfterBars: valueIn(parts.get('enter')),
    expiryBars: valueIn(parts.get('expiry')),
  });
}

function conditionsIn(text: string | undefined): unknown {
  return text?.split(';').map((condition) => {
    const [name = '', ...values] = condition.split('-');
    const { fields, compares } = shapeOf(name);
    const read: Record<string, unknown> = { if: name };
    for (const [place, { name: field, ...shape }] of fields.entries()) {
      const value = values[place];
      if (value !== undefined) read[field] = 'options' in shape ? value : valueIn(value);
    }
    const how = values[fields.length];
    if (compares && how !== undefined) read[how] = values[fields.length + 1];
    return read;
  });
}

/** The addresses of all rules of a sweep, or of the one rule. Tries are counted with it on the page: it reads nothing but the ranges. */
export function addressesIn(address: string): readonly string[] {
  const [first = '', ...rest] = address.split(/([\d.]+to[\d.]+by[\d.]+)/);
  if (rest.length > 2 * MOST_SWEPT) return [address];
  let all: readonly string[] = [first];
  for (let place = 0; place < rest.length; place += 2) {
    const range = rangeIn(rest[place]);
    const values = range === undefined ? [] : valuesOf(range);
    all = all.flatMap((before) => values.map((value) => `${before}${value}${rest[place + 1]}`));
  }
  return all;
}

function rangeIn(text = ''): Range | undefined {
  const range = /^([\d.]+)to([\d.]+)by([\d.]+)$/.exec(text);
  return range === null
    ? undefined
    : { from: Number(range[1]), to: Number(range[2]), step: Number(range[3]) };
}

function valueIn(text: string | undefined): unknown {
  if (text === undefined) return undefined;
  const range = rangeIn(text);
  if (range !== undefined) return range;
  return /^\d+(\.\d+)?$/.test(text) ? Number(text) : text;
}
