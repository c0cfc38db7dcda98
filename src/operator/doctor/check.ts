/** ok: nothing to do. note: works, and the operator should know. problem: has to be fixed. skipped: could not be checked. */
export type CheckStatus = 'ok' | 'note' | 'problem' | 'skipped';

/** The result of one check. It never contains a secret. */
export interface CheckResult {
  readonly status: CheckStatus;
  readonly found: string;
  /** Present for a problem, and for a note that asks for something. */
  readonly advice?: string;
}

export interface NamedResult extends CheckResult {
  readonly name: string;
}

export const ok = (found: string): CheckResult => ({ status: 'ok', found });
export const note = (found: string, advice?: string): CheckResult =>
  advice === undefined ? { status: 'note', found } : { status: 'note', found, advice };
export const problem = (found: string, advice: string): CheckResult => ({ status: 'problem', found, advice });
export const skipped = (found: string): CheckResult => ({ status: 'skipped', found });

/** Runs a check; an error that it throws is a problem. */
export async function look(
  name: string,
  check: () => CheckResult | Promise<CheckResult>,
): Promise<NamedResult> {
  try {
    return { name, ...(await check()) };
  } catch (error) {
    const found = error instanceof Error ? error.message : String(error);
    return { name, ...problem(found, 'Mend what the message names and run doctor again.') };
  }
}
