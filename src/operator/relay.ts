import { type Command, InvalidArgumentError, Option } from 'commander';
import { action, jsonOption, portOption, type ProgramContext } from './command-context.ts';
import type { RelayFlags } from './relay/relay-command.ts';

/** Adds `relay` to the program: receivers of webhooks that pass messages on. */
export function registerRelay(program: Command, context: ProgramContext): void {
  program
    .command('relay')
    .description('receive webhooks of a Pipcast and pass them on: telegram')
    .helpCommand(false)
    .command('telegram')
    .description(
      'post signals, outcomes and the feed in a Telegram chat; TELEGRAM_BOT_TOKEN and WEBHOOK_SECRET are the secrets',
    )
    .addOption(portOption())
    .option('--host <address>', 'address to listen on; put TLS in front of any but this', '127.0.0.1')
    .requiredOption('--chat <id>', 'the chat, such as @channel or -1001234567890')
    .addOption(
      new Option('--payout <percent>', 'payout that break-even is worked out with')
        .argParser(payoutOf)
        .default(80),
    )
    .option('--secrets-stdin', 'take both secrets from stdin, a line each: the token, then the secret')
    .option('--api <url>', "Telegram's API, or a server of your own", 'https://api.telegram.org')
    .addOption(jsonOption())
    .action(
      action(context, async (flags: RelayFlags) =>
        (await import('./relay/relay-command.ts')).relayTelegram(context, flags),
      ),
    );
}

function payoutOf(text: string): number {
  const percent = Number(text);
  if (!(percent >= 1 && percent <= 100)) throw new InvalidArgumentError('Give a percentage from 1 to 100.');
  return percent;
}
