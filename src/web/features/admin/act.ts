import { createContext, type ReactNode, use } from 'react';
import { ApiError } from '../../lib/api-client.ts';
import { createStore, type Store } from '../../lib/store.ts';

type Answer<T> = (value: T) => void;

export interface Actions {
  /** The dialog that is open. */
  readonly dialog: Store<ReactNode>;
  /** Opens a dialog; resolves to its answer. */
  ask<T>(draw: (answer: Answer<T>) => ReactNode): Promise<T>;
  /** Does an action; asks for the admin's key or code first where the server does. Undefined when it was not given. */
  act<T>(run: () => Promise<T>): Promise<T | undefined>;
}

/** Draws what asks for the admin's key; with `codeOnly` there is a recent sign-in, and only a code is asked for. */
export type StepUpDialog = (answer: Answer<boolean>, codeOnly: boolean) => ReactNode;

/** `whenDone` is called after each action: what is shown of the site may have changed. */
export function createActions(stepUp: StepUpDialog, whenDone: () => void): Actions {
  const dialog = createStore<ReactNode>(null);

  function ask<T>(draw: (answer: Answer<T>) => ReactNode): Promise<T> {
    return new Promise((resolve) => {
      const answer = (value: T): void => {
        dialog.set(null);
        resolve(value);
      };
      dialog.set(draw(answer));
    });
  }

  return {
    dialog,
    ask,
    async act(run) {
      const done = async () => {
        const value = await run();
        whenDone();
        return value;
      };
      try {
        return await done();
      } catch (error) {
        const code = error instanceof ApiError ? error.code : undefined;
        if (code !== 'sign_in_again' && code !== 'code_needed') throw error;
        const isConfirmed = await ask<boolean>((answer) => stepUp(answer, code === 'code_needed'));
        return isConfirmed ? done() : undefined;
      }
    },
  };
}

export const ActionsContext = createContext<Actions | undefined>(undefined);

/** How to act. Throws outside an ActionsContext. */
export function useActions(): Actions {
  const actions = use(ActionsContext);
  if (actions === undefined) throw new Error('useActions needs an ActionsContext above it');
  return actions;
}
