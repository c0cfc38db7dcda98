import { describe, expect, it } from 'vitest';
import { epochMs } from '../../../core/time/instant.ts';
import { watchSessions } from './session-watch.ts';

const NOW = epochMs(Date.UTC(2026, 10, 20, 12));

/** An `Authorization` header with a token that expires then. */
function bearer(user: string, expiresMs: number = NOW + 3_600_000, session = `session of ${user}`): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  return `Bearer ${part({ alg: 'ES256' })}.${part({ sub: user, exp: expiresMs / 1_000, session_id: session })}.signature`;
}

function watching() {
  const state = {
    now: NOW,
    /** The sessions of each question. */
    asked: [] as (readonly string[])[],
    over: new Set<string>(),
    isDown: false,
    ended: [] as string[],
  };
  const watch = watchSessions<string>({
    now: () => state.now,
    end: (stream) => state.ended.push(stream),
    over: async (sessions) => {
      state.asked.push(sessions);
      if (state.isDown) throw new Error('The database does not answer.');
      return sessions.filter((session) => state.over.has(session));
    },
  });
  return { state, watch };
}

describe('watchSessions', () => {
  it('looks at every session once a sweep, however many streams it has, in one question', async () => {
    const { state, watch } = watching();
    for (let user = 0; user < 500; user += 1) {
      for (const tab of [1, 2]) watch.add(bearer(`${user}`), `${user}-${tab}`);
    }
    await watch.sweep();
    expect([state.asked.length, new Set(state.asked.flat()).size]).toEqual([1, 500]);
  });

  it('ends all streams of a session that is over, and only those', async () => {
    const { state, watch } = watching();
    for (const user of ['a', 'b']) watch.add(bearer(user), `${user}1`);
    watch.add(bearer('b'), 'b2');
    watch.add(bearer('a'), 'a2')();
    await watch.sweep();
    expect(state.ended).toEqual([]);
    state.over.add('session of a');
    await watch.sweep();
    expect(new Set(state.ended)).toEqual(new Set(['a1']));
    state.over.add('session of b');
    await watch.sweep();
    expect(new Set(state.ended)).toEqual(new Set(['a1', 'b1', 'b2']));
  });

  it('ends all streams of a session that has ended at once, whichever of its tokens opened them', () => {
    const { state, watch } = watching();
    const unwatch = watch.add(bearer('a'), 'a1');
    watch.add(bearer('a'), 'a2')();
    const unwatchRefreshed = watch.add(bearer('a', NOW + 7_200_000), 'a refreshed');
    watch.add(bearer('a', NOW + 3_600_000, 'another'), 'a elsewhere');
    watch.add(bearer('b'), 'b');
    watch.endSession('session of a');
    watch.endSession('session of nobody');
    expect(state.ended).toEqual(['a1', 'a refreshed']);
    unwatch();
    unwatchRefreshed();
    watch.endSession('session of a');
    expect(state.ended).toEqual(['a1', 'a refreshed']);
  });

  it('ends a stream when its token expires, also where no session is over', async () => {
    const { state, watch } = watching();
    watch.add(bearer('a', NOW + 5_000), 'a');
    watch.add(bearer('b', NOW + 6_000), 'b');
    await watch.sweep();
    state.now = epochMs(NOW + 5_000);
    await watch.sweep();
    expect(new Set(state.ended)).toEqual(new Set(['a']));
  });

  it('ends nothing while the database cannot tell', async () => {
    const { state, watch } = watching();
    watch.add(bearer('a'), 'a');
    state.isDown = true;
    await watch.sweep();
    expect(state.ended).toEqual([]);
  });

  it('forgets sessions whose streams are gone', async () => {
    const { state, watch } = watching();
    watch.add(bearer('a'), 'a')();
    await watch.sweep();
    expect(state.asked).toEqual([]);
  });

  it('asks nothing more while the last question is not answered', async () => {
    const answers: (() => void)[] = [];
    const watch = watchSessions<string>({
      now: () => NOW,
      end: () => {},
      over: () =>
        new Promise((resolve) => {
          answers.push(() => resolve([]));
        }),
    });
    for (let user = 0; user < 500; user += 1) watch.add(bearer(`${user}`), `${user}`);
    const first = watch.sweep();
    await watch.sweep();
    expect(answers.length).toBe(1);
    answers[0]?.();
    await first;
    void watch.sweep();
    expect(answers.length).toBe(2);
  });

  it.each([
    'Bearer opaque',
    'Bearer a.!!!.c',
    'Basic x',
    `Bearer a.${Buffer.from('7').toString('base64url')}.c`,
    `Bearer a.${Buffer.from('{"exp":"1"}').toString('base64url')}.c`,
  ])(
    'ends nothing because of a token that says neither its expiry nor its session: %s',
    async (authorization) => {
      const { state, watch } = watching();
      watch.add(authorization, 'a');
      await watch.sweep();
      expect([state.ended, state.asked]).toEqual([[], []]);
    },
  );
});
