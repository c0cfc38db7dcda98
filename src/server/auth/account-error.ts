/** Why an operator's command on an account was refused. */
export type AccountErrorCode =
  | 'email_invalid'
  | 'email_taken'
  | 'id_taken'
  | 'trader_id_taken'
  | 'trader_id_invalid'
  | 'name_invalid'
  | 'not_found'
  | 'last_admin'
  | 'admin_account';

/** A refusal that the operator can do something about; the message is one plain sentence. */
export class AccountError extends Error {
  override readonly name = 'AccountError';
  readonly code: AccountErrorCode;

  constructor(code: AccountErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}
