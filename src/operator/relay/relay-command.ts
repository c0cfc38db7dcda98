import { printable } from '../../server/platform/printable.ts';
import { isWebhookSecret } from '../../server/alerts/webhook-signature.ts';
import type { CommandContext, Ending } from '../command-context.ts';
import { CliError } from '../exit-codes.ts';
import { interruptible, readLines, serveUntilStopped } from '../terminal.ts';
import { createRelayServer, TelegramChat } from './relay-server.ts';

export interface RelayFlags {
  readonly port: number;
  readonly host: string;
  readonly chat: string;
  readonly payout: number;
  readonly secretsStdin?: boolean;
  readonly api: string;
}

/** `pipcast relay telegram`: forwards webhooks until it is stopped. */
export async function relayTelegram(
  { io, output }: CommandContext,
  { port, host, chat, payout, secretsStdin = false, api }: RelayFlags,
): Promise<Ending> {
  return interruptible(async (signal): Promise<Ending> => {
    const { TELEGRAM_BOT_TOKEN, WEBHOOK_SECRET } = io.env;
    const [token = '', secret = ''] = secretsStdin
      ? await readLines(io, 2, signal)
      : [TELEGRAM_BOT_TOKEN, WEBHOOK_SECRET];
    requireSecrets(token, secret);
    const server = createRelayServer({
      secret,
      payout,
      send: new TelegramChat({ api, token, chat }),
      now: Date.now,
      onEvent: (line) => output.note(printable(line)),
    });
    return serveUntilStopped('relay', server, { host, port }, signal, (url) =>
      output.result({ url: `${url}/`, chat }, () => `listens on ${url}/`),
    );
  });
}

function requireSecrets(token: string, secret: string): void {
  const where = 'Set TELEGRAM_BOT_TOKEN and WEBHOOK_SECRET, or give both on stdin with --secrets-stdin.';
  if (!/^\d+:[\w-]{20,}$/.test(token))
    throw new CliError('usage', 'There is no token of a Telegram bot, such as 123456:ABC…', where);
  if (!isWebhookSecret(secret))
    throw new CliError('usage', 'There is no secret of a webhook, whsec_…', where);
}
