// oxlint-disable-next-line import/default -- Vite makes the default export: the address of the built worker
import workerUrl from './check-worker.ts?worker&url';
import { scriptAddress } from '../../lib/script-address.ts';
import { type Asker, createAsker } from '../../lib/worker-questions.ts';
import { reportTexts } from '../../ui/report-texts.ts';
import type { CheckAnswer, CheckQuestion } from './check-worker.ts';

/** What asks the worker that reads and judges. */
export type Checker = Asker<CheckQuestion, CheckAnswer>;

/** Once for the page: a policy of trusted types is made once. */
const address = scriptAddress('check-worker', workerUrl);

/** Starts the worker, so that it has loaded before there is anything to check. */
export const createChecker = (): Checker => createAsker(address, () => reportTexts.workerMissing);
