import { SECOND_MS } from '../../core/time/instant.ts';

export type SendResult =
  | { readonly kind: 'sent' }
  | { readonly kind: 'wait'; readonly seconds: number }
  | { readonly kind: 'failed'; readonly problem: string };

export interface TelegramOptions {
  /** Without a slash at its end. */
  readonly api: string;
  readonly token: string;
  readonly chat: string;
}

/** Shorter than the time that Pipcast waits for an answer. */
const ANSWER_LIMIT_MS = 10 * SECOND_MS;
/** The wait where Telegram asks for one and gives no time. */
const USUAL_WAIT_S = 30;

/** A chat that a bot posts in: https://core.telegram.org/bots/api#sendmessage */
export class TelegramChat {
  readonly #options: TelegramOptions;

  constructor(options: TelegramOptions) {
    this.#options = options;
  }

  /** Posts a text as it is, without a preview of links. Never throws; the token is in no problem's words. */
  async post(text: string): Promise<SendResult> {
    const { api, token, chat } = this.#options;
    try {
      const answer = await fetch(`${api}/bot${token}/sendMessage`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ chat_id: chat, text, link_preview_options: { is_disabled: true } }),
        redirect: 'error',
        signal: AbortSignal.timeout(ANSWER_LIMIT_MS),
      });
      return resultOf(answer.status, (await answer.json().catch(() => ({}))) as TelegramAnswer);
    } catch {
      return { kind: 'failed', problem: 'Telegram does not answer' };
    }
  }
}

interface TelegramAnswer {
  readonly ok?: boolean;
  readonly description?: string;
  readonly parameters?: { readonly retry_after?: number };
}

function resultOf(status: number, { ok, description, parameters }: TelegramAnswer): SendResult {
  if (ok === true) return { kind: 'sent' };
  if (status === 429) return { kind: 'wait', seconds: parameters?.retry_after ?? USUAL_WAIT_S };
  return { kind: 'failed', problem: `Telegram answers ${status}: ${description ?? 'nothing'}` };
}
