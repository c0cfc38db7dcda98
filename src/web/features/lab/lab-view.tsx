import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import { FEWEST_SIGNALS } from '../../../core/lab/lab.ts';
import { ruleAddress } from '../../../core/lab/read-rule.ts';
import { hasDirection, type Rule, ruleAt } from '../../../core/lab/rule.ts';
import { formatCount } from '../../lib/figures.ts';
import { usePayout } from '../../lib/payout.ts';
import { usePriceSpans } from '../../lib/prices.ts';
import { Button } from '../../ui/button.tsx';
import { BodyCard } from '../../ui/card.tsx';
import { Choice } from '../../ui/field.tsx';
import { Picture } from '../../ui/picture.tsx';
import { Refused } from '../../ui/payout-field.tsx';
import { FIRST_RULE, type SweptRange, usualSweep } from './known-rules.ts';
import { formatDays } from './lab-formats.ts';
import { type LabPrices, pricesOf, spanOf } from './lab-prices.ts';
import { RuleActions } from './rule-actions.tsx';
import { RuleForm } from './rule-form.tsx';
import { type Finding, RuleCards, ruleFinding } from './rule-result.tsx';
import { ruleName } from './rule-words.ts';
import { SealCards, sealFinding } from './seal-result.tsx';
import { SweepForm, sweepOf } from './sweep-form.tsx';
import { SweepCards, sweepFinding } from './sweep-result.tsx';
import { texts } from './texts.ts';
import { ruleOf, TriedCard, wereSeen } from './tried-card.tsx';
import { countOf, type Opened, type Tries } from './tries.ts';
import { type LabApis, type LabResult, useCounting } from './use-counting.ts';
import './lab.css';
import { reportTexts } from '../../ui/report-texts.ts';

interface LabViewProps {
  readonly apis: LabApis;
}

/** Any rule, counted on prices of which the last third stays sealed, with luck and the tries counted too. */
export function LabView({ apis }: LabViewProps) {
  const { rule, ranges, setRanges, change, problem, setProblem } = useRule();
  const { spans, isMissing: isListMissing } = usePriceSpans(apis.prices);
  const [chosen, setChosen] = useState<Pick<LabPrices, 'key' | 'pair'>>();
  const heading = useRef<HTMLHeadingElement>(null);
  const choices = pricesOf(rule.pair, spans);
  const prices =
    choices.find(({ key, pair }) => key === chosen?.key && pair === chosen.pair) ?? (choices[0] as LabPrices);
  const [turn, setTurn] = useState(0);
  const counting = useCounting(apis, prices, () => setTurn((before) => before + 1));
  // What is new is where the reader goes on.
  useEffect(() => {
    if (turn === 0) return;
    heading.current?.focus({ preventScroll: true });
    scrollTo(0, 0);
  }, [turn]);
  const { result, tries, isBusy, isOfAccount } = counting;
  const payout = usePayout() / 100;
  const sweep = sweepOf(rule, ranges);
  const offered = offerOf(result, rule);
  const message = problem ?? counting.problem;
  const offer =
    tries.opened === undefined && countOf(tries) > 0 && !isBusy ? (
      <SealOffer {...offered} prices={prices} onOpen={() => count(offered.rule, counting.openSeal)} />
    ) : undefined;
  const onRule = (one: Rule): void => count(one, counting.tryRule);
  const { title, lead, cards } = viewOf({ result, tries, isOfAccount, payout, offer, onRule });

  /** Goes on with a rule, on the prices that are chosen now, whatever else the list will bring. */
  function count(next: Rule, go: (rule: Rule) => void): void {
    setChosen({ key: prices.key, pair: next.pair });
    change(next);
    history.replaceState(history.state, '', `#${ruleAddress(next)}`);
    go(next);
  }

  return (
    <div className="lab wraps" aria-busy={isBusy || undefined}>
      <header className="lab__head">
        <h1 ref={heading} tabIndex={-1}>
          {title}
        </h1>
        {lead}
        {prices.kind === 'made up' ? (
          <p className="lead lab__made-up">{texts.madeUpNote({ b: <b /> })}</p>
        ) : null}
      </header>
      <div className="grid lab__grid" data-result={result?.kind}>
        <BodyCard label={texts.rule} className="lab__rule">
          <RuleForm rule={rule} onChange={change} />
          <PricesPart
            {...{ choices, prices, isListMissing }}
            opened={tries.opened}
            onPrices={(key) => setChosen({ key, pair: rule.pair })}
            onLookAgain={(opened) => count(opened, counting.openSeal)}
          >
            {result?.kind === 'sweep' ? undefined : offer}
          </PricesPart>
          <Refused why={message} />
          {isOfAnother(result, rule) ? <p className="hint">{texts.stale}</p> : null}
          <TryButtons {...{ rule, sweep, counting, count }} />
          <div className="lab__folds row">
            <SweepForm rule={rule} ranges={ranges} isWrong={sweep === undefined} onRanges={setRanges} />
            <RuleActions
              {...{ rule, prices, result, tries, heading }}
              onRule={change}
              onProblem={setProblem}
            />
          </div>
        </BodyCard>
        <div className="lab__results">{cards}</div>
        <TriedCard tries={tries} isStored={counting.isStored || isOfAccount} />
      </div>
    </div>
  );
}

interface TryButtonsProps {
  readonly rule: Rule;
  readonly sweep: ReturnType<typeof sweepOf>;
  readonly counting: ReturnType<typeof useCounting>;
  readonly count: (next: Rule, go: (rule: Rule) => void) => void;
}

function TryButtons({ rule, sweep, counting, count }: TryButtonsProps) {
  const { isBusy, tryRule, tryMany, cancel } = counting;
  const isCountable = rule.put !== 'mirror' || rule.call.some(hasDirection);
  return (
    <div className="lab__acts row">
      <Button
        look="primary"
        disabled={!isCountable}
        busyLabel={isBusy ? texts.counting : undefined}
        onClick={() => count(rule, tryRule)}
      >
        {texts.tryIt}
      </Button>
      {isBusy ? (
        <Button look="line" onClick={cancel}>
          {reportTexts.cancel}
        </Button>
      ) : (
        <Button
          look="line"
          disabled={sweep === undefined || !isCountable}
          onClick={() => sweep && count(rule, () => tryMany(sweep))}
        >
          {texts.tryMany({ count: formatCount(sweep?.count ?? 0) })}
        </Button>
      )}
    </div>
  );
}

interface ViewProps {
  readonly result: LabResult | undefined;
  readonly tries: Tries;
  readonly isOfAccount: boolean;
  readonly payout: number;
  readonly offer: ReactNode;
  readonly onRule: (rule: Rule) => void;
}

/** What is said of what was counted last, and its pictures. */
function viewOf({ result, tries, isOfAccount, payout, offer, onRule }: ViewProps): Finding & Cards {
  switch (result?.kind) {
    case 'rule': {
      const counted = { ...result, tries };
      return { ...ruleFinding(counted, payout), cards: <RuleCards {...counted} /> };
    }
    case 'sweep': {
      const cards = (
        <>
          <SweepCards {...result} tries={tries} onRule={onRule} />
          {offer === undefined ? null : (
            <div className="card">
              <div className="card__body">{offer}</div>
            </div>
          )}
        </>
      );
      return { ...sweepFinding(result, payout), cards };
    }
    case 'seal':
      return { ...sealFinding(result, payout), cards: <SealCards {...result} /> };
    default: {
      const where = texts.where({ kept: isOfAccount ? 'account' : 'browser' });
      const lead = (
        <p className="lead">
          {texts.lead} {where}
        </p>
      );
      return { title: texts.question, lead, cards: null };
    }
  }
}

interface Cards {
  readonly cards: ReactNode;
}

/** A result is shown, and the rule in the form is another one by now. */
function isOfAnother(result: LabResult | undefined, rule: Rule): boolean {
  return result !== undefined && result.kind !== 'sweep' && ruleAddress(result.rule) !== ruleAddress(rule);
}

interface Offer {
  readonly rule: Rule;
  /** Its signals on the open part, where they were counted. */
  readonly decided?: number;
}

/** The rule that the sealed part can be opened for: the best of the sweep that is shown, else the one in the form. */
function offerOf(result: LabResult | undefined, rule: Rule): Offer {
  if (result?.kind !== 'sweep')
    return result === undefined || isOfAnother(result, rule) || result.kind === 'seal'
      ? { rule }
      : { rule, decided: result.figures.decided };
  const { cells, swept, best } = result.figures;
  const cell = best === null ? undefined : cells[best];
  return cell === undefined ? { rule } : { ...cell, rule: ruleAt(result.rule, swept, cell.values) };
}

interface SealOfferProps extends Offer {
  readonly prices: LabPrices;
  readonly onOpen: () => void;
}

/** The sealed part, with a way to open it that asks once more: it cannot be sealed again. */
function SealOffer({ rule, decided, prices, onOpen }: SealOfferProps) {
  const [isAsked, setIsAsked] = useState(false);
  const { firstDay, sealedDay, lastDay } = prices;
  const there =
    decided === undefined
      ? FEWEST_SIGNALS
      : Math.round((decided * (lastDay + 1 - sealedDay)) / (sealedDay - firstDay));
  return (
    <div className="lab__offer">
      <p>
        {texts.sealed({ b: <b />, days: formatDays(spanOf(prices, 'sealed')) })}{' '}
        {there < FEWEST_SIGNALS ? texts.fewThere({ count: formatCount(there) }) : null}
      </p>
      <div className="lab__acts row">
        {/* One button: who presses twice has not opened it, and by keyboard goes on from there. */}
        <Button look="line" size="small" onClick={() => setIsAsked(!isAsked)}>
          {isAsked ? texts.notYet : texts.openFor({ rule: ruleName(rule) })}
        </Button>
        {isAsked ? (
          <Button look="primary" size="small" onClick={onOpen}>
            {texts.openNow}
          </Button>
        ) : null}
      </div>
    </div>
  );
}

/** The rule in the form and what a sweep of it changes; a link to the page brings the first one. */
function useRule() {
  const [linked] = useState(() => (location.hash === '' ? FIRST_RULE : ruleOf(location.hash)));
  const [rule, setRule] = useState(linked ?? FIRST_RULE);
  const [ranges, setRanges] = useState<readonly [SweptRange, SweptRange]>(() => usualSweep(rule));
  const [problem, setProblem] = useState(linked === undefined ? texts.noRule : undefined);

  function change(next: Rule): void {
    setRule(next);
    setProblem(undefined);
    const isSameKind = next.call[0]?.if === rule.call[0]?.if;
    if (!isSameKind || sweepOf(next, ranges) === undefined) setRanges(usualSweep(next));
  }

  // A link that is opened in a page that is there already changes nothing but the fragment.
  const follow = useEffectEvent(() => {
    const next = ruleOf(location.hash);
    if (next === undefined) setProblem(texts.noRule);
    else change(next);
  });
  useEffect(() => {
    const listen = (): void => follow();
    addEventListener('hashchange', listen);
    return () => removeEventListener('hashchange', listen);
  }, []);
  return { rule, ranges, setRanges, change, problem, setProblem };
}

interface PricesPartProps {
  readonly choices: readonly LabPrices[];
  readonly prices: LabPrices;
  readonly opened: Opened | undefined;
  readonly isListMissing: boolean;
  readonly onPrices: (key: string) => void;
  /** For the rule that the sealed part was opened for. */
  readonly onLookAgain: (rule: Rule) => void;
  /** A way to open the sealed part. */
  readonly children: ReactNode;
}

/** Which prices a rule is tried on, and how much of them is sealed. */
function PricesPart(props: PricesPartProps) {
  const { choices, prices, opened, isListMissing, onPrices, onLookAgain, children } = props;
  const openedRule = opened && ruleOf(opened.rule);
  const days = { open: formatDays(spanOf(prices, 'open')), sealed: formatDays(spanOf(prices, 'sealed')) };
  const open = ((prices.sealedDay - prices.firstDay) / (prices.lastDay + 1 - prices.firstDay)) * 100;
  return (
    <div className="lab__prices">
      <Choice
        label={texts.prices}
        value={prices.key}
        options={choices.map((one) => [
          one.key,
          one.kind === 'made up'
            ? texts.madeUp
            : `${one.pair} ${formatDays({ ...spanOf(one, 'open'), untilMs: spanOf(one, 'sealed').untilMs })}`,
        ])}
        onValue={onPrices}
      />
      {isListMissing ? <p className="hint">{texts.notLoaded}</p> : null}
      <Picture
        className="figure lab__span"
        label={texts.pricesPicture({ part: opened === undefined ? 'sealed' : 'opened', ...days })}
      >
        <i style={{ insetInline: `0 ${100 - open}%` }} />
        <i
          className={opened === undefined ? 'lab__sealed' : 'lab__opened'}
          style={{ insetInline: `${open}% 0` }}
        />
      </Picture>
      {opened === undefined ? (
        (children ?? <p className="hint">{texts.staysSealed}</p>)
      ) : (
        <p className="hint">
          {wereSeen(opened)}{' '}
          {openedRule === undefined ? null : (
            <button type="button" className="lab__link reach" onClick={() => onLookAgain(openedRule)}>
              {texts.lookAgain}
            </button>
          )}
        </p>
      )}
    </div>
  );
}
