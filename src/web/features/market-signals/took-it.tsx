import type { SignalStory } from '../../../core/signals/fold-signals.ts';
import type { TakenSignals } from '../../../core/wire/taken.ts';
import { ApiError, createApiClient } from '../../lib/api-client.ts';
import { formatAge } from '../../lib/figures.ts';
import { perSignIn } from '../../lib/session/per-sign-in.ts';
import { useSession } from '../../lib/session/session-context.ts';
import type { Session } from '../../lib/session/session.ts';
import { createStore, useStore } from '../../lib/store.ts';
import { showToast } from '../../ui/toasts.ts';
import { deskMs, useMarket } from './market-context.ts';
import { texts } from './took-texts.ts';

const takenOf = perSignIn(openTaken);

/** The trader's taken signals; undefined until they are here, and where the server keeps none. */
function openTaken(session: Session) {
  const api = createApiClient({ getToken: session.accessToken });
  const store = createStore<TakenSignals | undefined>(undefined, () => {
    void api.json<TakenSignals>('/api/taken').then(store.set, () => {});
    return () => {};
  });
  return {
    ...store,
    async say(id: string, method: 'PUT' | 'DELETE'): Promise<void> {
      try {
        store.set(await api.json<TakenSignals>(`/api/taken/${id}`, { method }));
      } catch (error) {
        if (error instanceof ApiError) showToast({ title: texts.failed, text: error.message }, 'failure');
      }
    },
  };
}

/** Says with one press that the trader took a signal, while it is open; then how late that was. */
export function TookIt({ story: { signal, settled } }: { readonly story: SignalStory }) {
  const taken = takenOf(useSession());
  const mine = useStore(taken)?.signals;
  const isOver = useMarket((market) => deskMs(market) >= signal.expiryMs) || settled !== undefined;
  if (mine === undefined) return null;
  const own = mine.find(({ id }) => id === signal.id);
  if (own === undefined && isOver) return null;
  return (
    <p className="took">
      {own === undefined ? null : `${texts.taken({ delay: formatAge(own.delayMs) })} `}
      <button
        type="button"
        className="reach"
        onClick={() => void taken.say(signal.id, own === undefined ? 'PUT' : 'DELETE')}
      >
        {own === undefined ? texts.take : texts.undo}
      </button>
    </p>
  );
}
