import { createContext, use } from 'react';
import { ApiError } from '../../lib/api-client.ts';
import { createStore, type Store } from '../../lib/store.ts';
import { refusalTexts } from './texts.ts';

/** A question before an action; the answer decides whether the action goes on. */
export type Question =
  | {
      readonly kind: 'step-up';
      /** There is a recent sign-in: only a code is asked for. */
      readonly codeOnly: boolean;
      readonly answer: (isConfirmed: boolean) => void;
    }
  | {
      readonly kind: 'confirm';
      readonly title: string;
      readonly text: string;
      readonly button: string;
      readonly answer: (isWanted: boolean) => void;
    }
  | { readonly kind: 'made'; readonly email: string; readonly key: string; readonly answer: () => void };

export interface Actions {
  readonly question: Store<Question | undefined>;
  /** Does an action; asks for the admin's key or code first where the server does. Undefined when it was not given. */
  act<T>(run: () => Promise<T>): Promise<T | undefined>;
  confirm(text: { readonly title: string; readonly text: string; readonly button: string }): Promise<boolean>;
  /** Shows a key until the admin confirms that it was handed on. */
  showKey(made: { readonly email: string; readonly key: string }): Promise<void>;
}

/** `whenDone` is called after each action that was done: what is shown of the site may have changed. */
export function createActions(whenDone: () => void = () => {}): Actions {
  const question = createStore<Question | undefined>(undefined);

  function pose<T>(make: (answer: (value: T) => void) => Question): Promise<T> {
    return new Promise((resolve) => {
      question.set(
        make((value) => {
          question.set(undefined);
          resolve(value);
        }),
      );
    });
  }

  return {
    question,
    async act(run) {
      const done = async () => {
        const value = await run();
        whenDone();
        return value;
      };
      let codeOnly: boolean;
      try {
        return await done();
      } catch (error) {
        if (!(error instanceof ApiError) || !['sign_in_again', 'code_needed'].includes(String(error.code)))
          throw error;
        codeOnly = error.code === 'code_needed';
      }
      return (await pose<boolean>((answer) => ({ kind: 'step-up', codeOnly, answer }))) ? done() : undefined;
    },
    confirm: (text) => pose<boolean>((answer) => ({ kind: 'confirm', ...text, answer })),
    showKey: (made) =>
      pose<undefined>((answer) => ({ kind: 'made', ...made, answer: () => answer(undefined) })),
  };
}

export const ActionsContext = createContext<Actions | undefined>(undefined);

/** How to act. Throws outside an ActionsContext. */
export function useActions(): Actions {
  const actions = use(ActionsContext);
  if (actions === undefined) throw new Error('useActions needs an ActionsContext above it');
  return actions;
}

/** Why an action failed, for the reader. */
export function whyNot(error: unknown): string {
  if (!(error instanceof ApiError)) throw error;
  return refusalTexts[error.code as keyof typeof refusalTexts] ?? error.message;
}
