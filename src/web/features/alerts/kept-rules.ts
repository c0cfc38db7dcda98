import type { AlertRules } from '../../../core/wire/alerts.ts';
import type { ApiError } from '../../lib/api-client.ts';
import { createStore, type Store } from '../../lib/store.ts';

/** The rules as the screen has them, and how far the server has. */
export interface RulesState {
  readonly rules: AlertRules;
  readonly saving: 'no' | 'yes' | 'done';
  /** Why the server does not have them, in one sentence. */
  readonly problem: string | undefined;
}

export interface KeptRules extends Store<RulesState> {
  /** Takes a change at once and sends it; never rejects. */
  change(part: Partial<AlertRules>): Promise<void>;
}

/** The rules of a trader, each change saved: one request at a time, the last change wins. */
export function createKeptRules(first: AlertRules, save: (rules: AlertRules) => Promise<unknown>): KeptRules {
  const store = createStore<RulesState>({ rules: first, saving: 'no', problem: undefined });

  async function send(): Promise<void> {
    const { rules } = store.getState();
    store.set({ rules, saving: 'yes', problem: undefined });
    try {
      await save(rules);
      if (store.getState().rules !== rules) return await send();
      store.set({ rules, saving: 'done', problem: undefined });
    } catch (error) {
      if (store.getState().rules !== rules) return await send();
      store.set({ rules, saving: 'no', problem: (error as ApiError).message });
    }
  }

  return {
    getState: store.getState,
    subscribe: store.subscribe,
    async change(part) {
      const { saving, rules } = store.getState();
      store.set({ ...store.getState(), rules: { ...rules, ...part } });
      if (saving !== 'yes') await send();
    },
  };
}
