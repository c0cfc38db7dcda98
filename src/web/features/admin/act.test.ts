import { expect, it } from 'vitest';
import { ApiError } from '../../lib/api-client.ts';
import { createActions } from './act.ts';

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

function actionsWith(whenDone = () => {}) {
  const asked: { codeOnly: boolean; answer: (isConfirmed: boolean) => void }[] = [];
  const stepUp = (answer: (isConfirmed: boolean) => void, codeOnly: boolean) => {
    asked.push({ answer, codeOnly });
    return 'step-up';
  };
  const actions = createActions(stepUp, whenDone);
  /** Answers the dialog once it is open. */
  async function confirm(isConfirmed: boolean) {
    await expect.poll(() => actions.dialog.getState()).toBe('step-up');
    asked.at(-1)?.answer(isConfirmed);
  }
  return { actions, asked, confirm };
}

it('an action with a recent sign-in asks nothing', async () => {
  const { actions, asked } = actionsWith();
  expect(await actions.act(async () => 'done')).toBe('done');
  expect(asked).toEqual([]);
});

it('an action with an old sign-in asks for the key, and is done once that was given', async () => {
  const { actions, asked, confirm } = actionsWith();
  const { run, count } = refusedFirst(1);
  const acted = actions.act(run);
  await expect.poll(() => asked[0]?.codeOnly).toBe(false);
  expect(count()).toBe(1);
  await confirm(true);
  expect(await acted).toBe('done');
  expect(actions.dialog.getState()).toBeNull();
});

it('what an action may have changed is loaded again once it is done, and not before', async () => {
  let loads = 0;
  const { actions, asked, confirm } = actionsWith(() => {
    loads += 1;
  });
  const acted = actions.act(refusedFirst(1).run);
  await expect.poll(() => asked.length).toBe(1);
  expect(loads).toBe(0);
  await confirm(true);
  await acted;
  expect(loads).toBe(1);
});

it('an action whose key is not given is not done', async () => {
  const { actions, confirm } = actionsWith();
  const { run, count } = refusedFirst(1);
  const acted = actions.act(run);
  await confirm(false);
  expect(await acted).toBeUndefined();
  expect(count()).toBe(1);
});

it('an action that is refused again asks no second time', async () => {
  const { actions, confirm } = actionsWith();
  const acted = actions.act(refusedFirst(2).run);
  await confirm(true);
  await expect(acted).rejects.toBe(LATE);
});
