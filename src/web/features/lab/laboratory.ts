// oxlint-disable-next-line import/default -- Vite makes the default export: the address of the built worker
import workerUrl from './lab-worker.ts?worker&url';
import type { Sweep, SweptField } from '../../../core/lab/rule.ts';
import type { ApiClient } from '../../lib/api-client.ts';
import { type Asker, askerOf } from '../../lib/worker-questions.ts';
import type { LabAnswer, LabFigures, LabQuestion } from './lab-worker.ts';
import { type LabPrices, loadPart, type PricesPart, spanOf } from './lab-prices.ts';

const createAsker = askerOf<LabQuestion, LabAnswer>('lab-worker', workerUrl);

/** Prices that rules are counted on: those of the open part, and where the seal was opened those of the sealed part behind them. */
interface Loaded {
  readonly key: string;
  readonly part: PricesPart;
}

/** Fetches prices and has rules counted on them by a worker. */
export class Laboratory {
  readonly #api: ApiClient | undefined;
  #asker: Asker<LabQuestion, LabAnswer> | undefined;
  /** What the worker has. */
  #loaded: Loaded | undefined;
  /** Parts that were fetched, by prices and part; they outlive a worker that was stopped. */
  readonly #fetched = new Map<string, readonly Uint8Array[]>();
  #stop = new AbortController();

  /** `api` fetches the server's prices; undefined where the reader may not have them. */
  constructor(api: ApiClient | undefined) {
    this.#api = api;
  }

  /** Has the worker load, so that it is there when there is a rule to count. */
  start(): void {
    this.#asker ??= createAsker();
  }

  /** Ends what is under way at once; its promise never resolves to an answer. */
  stop(): void {
    this.#stop.abort();
    this.#stop = new AbortController();
    this.#asker?.stop();
    this.#asker = undefined;
    this.#loaded = undefined;
  }

  /** What a rule, or each of a sweep, comes to on a part; undefined where it was stopped. Rejects where prices or worker did not come. */
  async count<Kind extends 'rule' | 'sweep'>(
    kind: Kind,
    prices: LabPrices,
    part: PricesPart,
    rule: Sweep,
    swept: readonly SweptField[] = [],
  ): Promise<LabFigures[Kind] | undefined> {
    const { signal } = this.#stop;
    try {
      const loading = await this.#loading(prices, part, signal);
      if (signal.aborted) return undefined;
      this.start();
      const answer = await this.#asker?.ask({ prices: loading, rule, swept, span: spanOf(prices, part) });
      if (signal.aborted) return undefined;
      if (answer?.problem !== undefined) throw new Error(answer.problem);
      if (loading !== undefined) this.#loaded = { key: prices.key, part };
      return answer?.[kind] as LabFigures[Kind] | undefined;
    } catch (error) {
      if (signal.aborted) return undefined;
      throw error;
    }
  }

  /** What the worker has to be given before it can count on a part; undefined where it has that. */
  async #loading(prices: LabPrices, part: PricesPart, signal: AbortSignal): Promise<LabQuestion['prices']> {
    if (this.#loaded?.key === prices.key && (this.#loaded.part === part || part === 'open')) return undefined;
    const { pair, kind } = prices;
    if (kind === 'made up') {
      const { untilMs } = spanOf(prices, part);
      return { pair, fromMs: spanOf(prices, 'open').fromMs, untilMs };
    }
    const open = await this.#part(prices, 'open', signal);
    const sealed = part === 'open' ? [] : await this.#part(prices, 'sealed', signal);
    return { packed: [...open, ...sealed] };
  }

  async #part(prices: LabPrices, part: PricesPart, signal: AbortSignal): Promise<readonly Uint8Array[]> {
    const name = `${prices.key} ${part}`;
    const known = this.#fetched.get(name);
    if (known !== undefined || this.#api === undefined) return known ?? [];
    const fetched = await loadPart(this.#api, prices, part, signal);
    this.#fetched.set(name, fetched);
    return fetched;
  }
}
