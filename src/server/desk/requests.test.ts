import { expect, test } from 'vitest';
import { epochMs } from '../../core/time/instant.ts';
import type { PlacedEntry, SignalEntry } from '../../core/signals/ledger-entry.ts';
import { Requests } from './requests.ts';
import { signalId } from '../../core/signals/signal-id.ts';
import { signalAt } from '../../../tests/support/entries.ts';

const ASKED_MS = Date.UTC(2018, 1, 5, 9, 0, 12);
const DECIDED_MS = Date.UTC(2018, 1, 5, 9, 1);

function open() {
  const requests = new Requests({ now: () => epochMs(ASKED_MS), setAlarm: () => () => {}, speed: 1 });
  return {
    requests,
    decisionOf(key: string) {
      const request = { userId: 'ann', key, pair: 'EUR/USD', timeframe: '1min' } as const;
      const answer = requests.ask(
        request,
        () => undefined,
        () => {},
      );
      return answer.kind === 'accepted' ? answer.decision : answer;
    },
  };
}

function placed(index: number, mode: SignalEntry['mode']): PlacedEntry {
  const id = signalId(`00000000-0000-4000-8000-00000000000${index}`);
  return { index, entry: signalAt(DECIDED_MS, { id, mode }) };
}

test('a request finds the decision on requests, not that of P-Special for the same pair and minute', () => {
  const { requests, decisionOf } = open();
  const bot = placed(1, 'bot');
  requests.decided([bot, placed(2, 'special')]);
  expect(decisionOf('k')).toBe(bot);
});

test('after the clock was set, an instant that comes again is not decided yet', () => {
  const { requests, decisionOf } = open();
  requests.decided([placed(1, 'bot')]);
  requests.forget();
  expect(decisionOf('k')).toBeNull();
});

test('a request that is taken back is not decided, unless somebody else asked for the same', () => {
  const { requests } = open();
  const ask = (userId: string, key: string) =>
    requests.ask(
      { userId, key, pair: 'EUR/USD', timeframe: '1min' },
      () => undefined,
      () => {},
    );
  ask('ann', 'k');
  ask('bob', 'k');
  expect(requests.takeBack('ann', 'k')).toBe(true);
  expect(requests.takeBack('ann', 'k')).toBe(false);
  expect(requests.take('1min', DECIDED_MS)).toEqual(['EUR/USD']);
  expect(requests.takeBack('bob', 'k')).toBe(false);
  ask('ann', 'l');
  expect(requests.takeBack('ann', 'l')).toBe(true);
  expect(requests.take('1min', DECIDED_MS)).toEqual([]);
});

test('a request that was taken back counts against the limit', () => {
  const { requests } = open();
  const { left } = requests.limitOf('ann');
  requests.ask(
    { userId: 'ann', key: 'k', pair: 'EUR/USD', timeframe: '1min' },
    () => undefined,
    () => {},
  );
  requests.takeBack('ann', 'k');
  expect(requests.limitOf('ann').left).toBe(left - 1);
});
