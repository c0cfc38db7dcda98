import { startTransition, useEffect, useMemo, useState } from 'react';
import { mergedTries } from '../../../core/lab/merged-tries.ts';
import { ruleAddress } from '../../../core/lab/read-rule.ts';
import type { SweepResult } from '../../../core/lab/lab.ts';
import type { Rule, Sweep } from '../../../core/lab/rule.ts';
import { type ApiClient, ApiError } from '../../lib/api-client.ts';
import type { RuleFigures } from './lab-worker.ts';
import { areForGood, type LabPrices } from './lab-prices.ts';
import { Laboratory } from './laboratory.ts';
import type { SealResultProps } from './seal-result.tsx';
import type { ReadSweep } from './sweep-form.tsx';
import { texts } from './texts.ts';
import { wereSeen } from './tried-card.tsx';
import {
  countOf,
  storeTries,
  readTries,
  onOtherTab,
  type Opened,
  type Tries,
  withSweep,
  withTry,
} from './tries.ts';

/** What was counted last, on these prices. */
export type LabResult =
  | { readonly kind: 'rule'; readonly rule: Rule; readonly figures: RuleFigures }
  | { readonly kind: 'sweep'; readonly rule: Sweep; readonly figures: SweepResult }
  | ({ readonly kind: 'seal' } & SealResultProps);

/** Each is undefined where the reader may not have that. */
export interface LabApis {
  /** Asks for the server's prices. */
  readonly prices: ApiClient | undefined;
  /** Asks as a trader who is signed in. */
  readonly account: ApiClient | undefined;
}

/** Counts rules on prices and keeps the count of tries; `onCounted` is called when there is something new to show. */
export function useCounting({ prices: api, account }: LabApis, prices: LabPrices, onCounted: () => void) {
  const [last, setLast] = useState<{ readonly prices: string; readonly result: LabResult }>();
  const [isBusy, setIsBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const { setTries, open, ...known } = useTries(prices.key, areForGood(prices) ? account : undefined);
  const { tries } = known;
  const laboratory = useLaboratory(api);

  async function run(count: () => Promise<LabResult | undefined>): Promise<void> {
    setProblem(undefined);
    setIsBusy(true);
    try {
      const result = await count();
      // Stopped: another may be under way by now.
      if (result === undefined) return;
      // In pieces: the map of a sweep has up to 1,600 cells.
      startTransition(() => {
        setLast({ prices: prices.key, result });
        setIsBusy(false);
        onCounted();
      });
    } catch (error) {
      setProblem((error as Error).message);
      setIsBusy(false);
    }
  }

  async function countRule(rule: Rule): Promise<RuleFigures | undefined> {
    const figures = await laboratory.count('rule', prices, 'open', rule);
    if (figures === undefined) return undefined;
    const { decided, right, luck, judgement } = figures;
    const tried = { rule: ruleAddress(rule), decided, right };
    setTries((before) => withTry(before, tried, judgement === 'too-few' ? undefined : luck));
    return figures;
  }

  return {
    result: last?.prices === prices.key ? last.result : undefined,
    isBusy,
    problem,
    ...known,
    tryRule: (rule: Rule) =>
      void run(async () => {
        const figures = await countRule(rule);
        return figures && { kind: 'rule', rule, figures };
      }),
    tryMany: ({ rule, swept, count }: ReadSweep) =>
      void run(async () => {
        const figures = await laboratory.count('sweep', prices, 'open', rule, swept);
        if (figures === undefined) return undefined;
        const best = figures.best === null ? undefined : figures.cells[figures.best];
        const rate = best === undefined ? null : best.right / best.decided;
        const tried = { rule: ruleAddress(rule), rules: count, best: rate };
        setTries((before) => withSweep(before, tried, figures.luck));
        return { kind: 'sweep', rule, figures };
      }),
    /** For a rule, or again for the one that it was opened for. The opening is kept before the prices are asked for. */
    openSeal: (rule: Rule) =>
      void run(async () => {
        const address = ruleAddress(rule);
        const opened = await open({ rule: address, atMs: Date.now(), tries: countOf(tries) });
        // Another tab, or another browser of the account.
        if (opened.rule !== address) throw new Error(wereSeen(opened));
        const seen = await countRule(rule);
        const unseen = seen && (await laboratory.count('rule', prices, 'sealed', rule));
        if (seen === undefined || unseen === undefined) return undefined;
        const { decided, right } = unseen;
        setTries((before) => ({ ...before, opened: { ...opened, decided, right } }));
        return { kind: 'seal', rule, seen, unseen, opened };
      }),
    cancel: () => {
      laboratory.stop();
      setIsBusy(false);
    },
  };
}

/**
 * The tries on some prices: those of this browser, which keeps them, and with an account those of its other browsers, which this one
 * does not keep. `isOfAccount` once the account has answered.
 */
function useTries(key: string, account: ApiClient | undefined) {
  const begin = () => ({ key, account, ...readTries(key), isOfAccount: false });
  const [known, setKnown] = useState(begin);
  const isOfNow = (one: typeof known): boolean => one.key === key && one.account === account;
  const current = isOfNow(known) ? known : begin();
  if (current !== known) setKnown(current);

  const [addTries] = useState(() => async (to: ApiClient, prices: string, tries: Tries) => {
    const json = { prices, ...tries };
    const all = await to.json<Tries>('/api/lab-tries', { method: 'PUT', json });
    setKnown((now) => {
      if (now.key !== prices || now.account !== to) return now;
      // The answer to an earlier question does not have the newest try.
      return { ...now, tries: mergedTries(all, now.tries), isOfAccount: true };
    });
    return all;
  });
  useEffect(() => {
    if (account !== undefined) addTries(account, key, readTries(key).tries).catch(ofThisBrowser);
  }, [addTries, account, key]);
  useEffect(() => {
    const merge = (now: typeof known) => {
      const own = readTries(key);
      return now.key === key ? { ...now, ...own, tries: mergedTries(own.tries, now.tries) } : now;
    };
    return onOtherTab(key, () => setKnown(merge));
  }, [key]);

  function change(by: (before: Tries) => Tries): void {
    // Another tab may have tried meanwhile.
    const own = storeTries(key, by(readTries(key).tries));
    setKnown((now) => (isOfNow(now) ? { ...now, ...own, tries: by(now.tries) } : begin()));
    if (account !== undefined) addTries(account, key, own.tries).catch(ofThisBrowser);
  }

  /** Opens the seal unless it was opened before, in any tab or browser of the account; answers the opening that stands. */
  async function open(proposed: Opened): Promise<Opened> {
    const { tries } = readTries(key);
    const asked = { ...tries, opened: tries.opened ?? proposed };
    const all = account === undefined ? asked : await addTries(account, key, asked).catch(onlyHere(asked));
    if (account === undefined && !storeTries(key, asked).isStored) {
      storeTries(key, tries);
      throw new Error(texts.notKept);
    }
    const opened = all.opened ?? proposed;
    if (opened.rule === proposed.rule) change((before) => ({ ...before, opened }));
    return opened;
  }
  return { ...current, setTries: change, open };
}

/** Where the account does not answer, the tries of this browser are shown. */
function ofThisBrowser(): void {}

/** What is more than an account keeps stays in this browser; without an answer it is not known whether another one opened the seal. */
function onlyHere(tries: Tries): (error: unknown) => Tries {
  return (error) => {
    if (error instanceof ApiError && error.status === 400) return tries;
    throw error;
  };
}

function useLaboratory(api: ApiClient | undefined): Laboratory {
  const laboratory = useMemo(() => new Laboratory(api), [api]);
  useEffect(() => {
    laboratory.start();
    return () => laboratory.stop();
  }, [laboratory]);
  return laboratory;
}
