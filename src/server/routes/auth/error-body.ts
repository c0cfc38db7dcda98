import type { AuthError } from '../../auth/auth-error.ts';

/** The header in which a client says which form of errors it reads, and in which an error answer repeats it. */
export const API_VERSION_HEADER = 'x-supabase-api-version';

/** The first version whose errors carry the code as `code`. */
export const ERROR_FORM_VERSION = '2024-01-01';

export type ErrorForm = 'old' | 'new';

/** The form of errors for a version header; old when it is absent, not a date, or before 2024. */
export function errorForm(versionHeader: string | string[] | undefined): ErrorForm {
  if (typeof versionHeader !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(versionHeader)) return 'old';
  const instant = new Date(`${versionHeader}T00:00:00Z`);
  const isDate = !Number.isNaN(instant.getTime()) && instant.toISOString().startsWith(versionHeader);
  return isDate && versionHeader >= ERROR_FORM_VERSION ? 'new' : 'old';
}

/** The body of an error answer; `requestId` ties a 5xx to the server's log. */
export function errorBody(error: AuthError, form: ErrorForm, requestId: string): Record<string, unknown> {
  const weak = error.weakPasswordReasons ? { weak_password: { reasons: error.weakPasswordReasons } } : {};
  if (form === 'new') return { code: error.code, message: error.message, ...weak };
  const id = error.status >= 500 ? { error_id: requestId } : {};
  return { code: error.status, error_code: error.code, msg: error.message, ...id, ...weak };
}
