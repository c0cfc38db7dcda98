// oxlint-disable-next-line import/default -- Vite makes the default export: the address of the built worker
import workerUrl from './check-worker.ts?worker&url';
import { type Asker, askerOf } from '../../lib/worker-questions.ts';
import type { CheckAnswer, CheckQuestion } from './check-worker.ts';

/** What asks the worker that reads and judges. */
export type Checker = Asker<CheckQuestion, CheckAnswer>;

export const createChecker = askerOf<CheckQuestion, CheckAnswer>('check-worker', workerUrl);
