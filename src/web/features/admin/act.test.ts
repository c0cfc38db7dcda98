import { expect, it } from 'vitest';
import { ApiError } from '../../lib/api-client.ts';
import { createActions, whyNot } from './act.ts';

const LATE = new ApiError('', 403, undefined, 'sign_in_again');

/** An action that is refused so many times before it works. */
function refusedFirst(times: number) {
  let count = 0;
  return {
    run: async () => {
      count += 1;
      if (count <= times) throw LATE;
      return 'done';
    },
    count: () => count,
  };
}

it('an action with a recent sign-in asks nothing', async () => {
  const actions = createActions();
  expect(await actions.act(async () => 'done')).toBe('done');
  expect(actions.question.getState()).toBeUndefined();
});

it('an action with an old sign-in asks for the key, and is done once that was given', async () => {
  const actions = createActions();
  const { run, count } = refusedFirst(1);
  const acted = actions.act(run);
  await expect.poll(() => actions.question.getState()?.kind).toBe('step-up');
  expect(count()).toBe(1);
  (actions.question.getState() as { answer: (isSignedIn: boolean) => void }).answer(true);
  expect(await acted).toBe('done');
  expect(actions.question.getState()).toBeUndefined();
});

it('what an action may have changed is loaded again once it is done, and not before', async () => {
  let loads = 0;
  const actions = createActions(() => {
    loads += 1;
  });
  const acted = actions.act(refusedFirst(1).run);
  await expect.poll(() => actions.question.getState()?.kind).toBe('step-up');
  expect(loads).toBe(0);
  (actions.question.getState() as { answer: (isSignedIn: boolean) => void }).answer(true);
  await acted;
  expect(loads).toBe(1);
});

it('an action whose key is not given is not done', async () => {
  const actions = createActions();
  const { run, count } = refusedFirst(1);
  const acted = actions.act(run);
  await expect.poll(() => actions.question.getState()?.kind).toBe('step-up');
  (actions.question.getState() as { answer: (isSignedIn: boolean) => void }).answer(false);
  expect(await acted).toBeUndefined();
  expect(count()).toBe(1);
});

it('an action that is refused again asks no second time', async () => {
  const actions = createActions();
  const acted = actions.act(refusedFirst(2).run);
  await expect.poll(() => actions.question.getState()?.kind).toBe('step-up');
  (actions.question.getState() as { answer: (isSignedIn: boolean) => void }).answer(true);
  await expect(acted).rejects.toBe(LATE);
});

it('a refusal is said in the words of its code, or in those of the error', () => {
  expect(whyNot(new ApiError('', 422, undefined, 'email_taken'))).toBe(
    'There is an account with this address already.',
  );
  expect(whyNot(new ApiError('The server cannot be reached.'))).toBe('The server cannot be reached.');
  expect(() => whyNot(new TypeError('a fault'))).toThrow('a fault');
});
