import { parseRuleAddress } from '../../../core/lab/read-rule.ts';
import type { Rule } from '../../../core/lab/rule.ts';
import { formatCount, formatRate, formatTenths } from '../../lib/figures.ts';
import { formatOpened } from './lab-formats.ts';
import { ruleName } from './rule-words.ts';
import { texts } from './texts.ts';
import { bestByLuck, countOf, type BrowserTries, type Opened } from './tries.ts';

const SHOWN = 3;

/** How many rules were tried on these prices, and what the best of as many that know nothing shows. */
export function TriedCard({ tries, isStored }: BrowserTries) {
  const count = countOf(tries);
  const { byHand, sweeps, opened } = tries;
  const luck = bestByLuck(tries);
  if (count === 0) return null;
  const tiles = [
    ...byHand
      .slice(-SHOWN)
      .map(({ rule, right, decided }) => ({ rule, rate: right / decided, name: nameOf(rule) })),
    ...sweeps.slice(-1).map(({ rule, rules, best }) => ({
      rule,
      rate: best ?? Number.NaN,
      name: texts.atOnce({ count: formatCount(rules) }),
    })),
    ...(opened?.decided === undefined || opened.right === undefined
      ? []
      : [{ rule: 'sealed', rate: opened.right / opened.decided, name: texts.onSealed }]),
  ];
  return (
    <section className="card lab__tried row" aria-label={texts.tried({ count })}>
      <div>
        <h2>{texts.tried({ count })}</h2>
        <p className="lead">
          {luck === undefined ? null : texts.bestOf({ count, rate: formatTenths(luck * 100) })}{' '}
          {texts.eachTry}
        </p>
        {isStored ? null : <p>{texts.notStored}</p>}
      </div>
      <ol className="row">
        {tiles.map(({ rule, rate, name }) => (
          <li key={rule}>
            <span>{name}</span>
            <b>{Number.isNaN(rate) ? '\u2013' : formatRate(rate)}</b>
          </li>
        ))}
      </ol>
    </section>
  );
}

/** For which rule the sealed part of the prices was opened, and what it came to where that was counted. */
export function wereSeen({ rule, atMs, decided, right }: Opened): string {
  const opened = texts.wereSeen({ date: formatOpened(atMs), rule: nameOf(rule) });
  return decided === undefined || right === undefined
    ? opened
    : `${opened} ${texts.cameTo({ right: formatCount(right), decided: formatCount(decided) })}`;
}

/** The name of a rule by its address; the address itself where it cannot be read. */
function nameOf(address: string): string {
  const rule = ruleOf(address);
  return rule === undefined ? address : ruleName(rule);
}

/** The rule of an address; undefined where it holds none, or one that is swept. */
export function ruleOf(address: string): Rule | undefined {
  const reading = parseRuleAddress(address);
  return 'rule' in reading && reading.swept.length === 0 ? (reading.rule as Rule) : undefined;
}
