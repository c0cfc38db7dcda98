/** ok: nothing to do. note: works, and the operator should know. problem: has to be fixed. skipped: could not be checked. */
export type CheckStatus = 'ok' | 'note' | 'problem' | 'skipped';

/** What looking at one thing found. No secret is ever part of it. */
export interface CheckResult {
  readonly status: CheckStatus;
  readonly found: string;
  /** What to do about it; present for a problem, and for a note that asks for something. */
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

/** Runs a check; an error it throws is a problem of the thing it looked at. */
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
