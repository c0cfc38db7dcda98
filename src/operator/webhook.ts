import { type Command, Option } from 'commander';
import { action, payoutOption, portOption, type ProgramContext, wholeNumber } from './command-context.ts';

/** Adds `webhook` to the program: where signals, outcomes and the feed's state are sent. */
export function registerWebhooks(program: Command, context: ProgramContext): void {
  const webhook = program
    .command('webhook')
    .description(
      'where signals, outcomes and the state of the feed are sent: add, list, types, test, pause, resume, rotate, remove, replay, dead, retry',
    )
    .helpCommand(false);
  const commands = () => import('./webhook/webhook-commands.ts');

  webhook
    .command('add')
    .description(
      'tell an address of everything from now on; prints the secret that its messages are signed with',
    )
    .argument('<url>', 'where messages are posted, https://')
    .option('--secret-stdin', 'take the secret (whsec_...) from stdin instead of drawing one')
    .option('--types <list>', 'of these types only, separated by commas', 'all')
    .action(action(context, async () => (await commands()).addWebhook));

  webhook
    .command('list')
    .description('list the webhooks, how many messages wait, and why the last try failed')
    .action(action(context, async () => (await commands()).showWebhooks));

  const ofOne = (name: string, description: string) =>
    webhook.command(name).description(description).argument('<id>', 'the number of the webhook', numberOf);

  ofOne('types', 'tell an address of some types only, or of all')
    .argument('<list>', 'types, separated by commas; or all')
    .action(action(context, async () => (await commands()).chooseTypes));
  for (const [name, description, run] of [
    ['test', 'send a test message (webhook.test) now, and say what the address answers', 'testWebhook'],
    ['pause', 'send nothing until it is resumed; what comes waits', 'pauseWebhook'],
    ['resume', 'go on where the webhook was paused', 'resumeWebhook'],
  ] as const)
    ofOne(name, description).action(action(context, async () => (await commands())[run]));
  ofOne('rotate', 'change the secret; for a day messages are signed with the old one as well')
    .option('--secret-stdin', 'take the secret (whsec_...) from stdin instead of drawing one')
    .action(action(context, async () => (await commands()).changeSecret));
  ofOne('remove', 'tell an address nothing more, and forget its secret').action(
    action(context, async () => (await commands()).dropWebhook),
  );
  registerLetters(webhook, context, ofOne);
}

/** What was not taken, or is wanted again. */
function registerLetters(
  webhook: Command,
  context: ProgramContext,
  ofOne: (name: string, description: string) => Command,
): void {
  const commands = () => import('./webhook/webhook-commands.ts');
  ofOne('replay', 'send everything again from an entry of the ledger on, in order')
    .addOption(
      new Option('--from <index>', 'the place of the first entry').argParser(numberOf).makeOptionMandatory(),
    )
    .option('--ledger <name>', 'the ledger of the entry', 'live')
    .action(action(context, async () => (await commands()).sendAgain));
  webhook
    .command('dead')
    .description('list the messages that were set aside to be tried again, or given up, the newest first')
    .action(action(context, async () => (await commands()).showDeadLetters));
  ofOne('retry', 'try one message of the list of dead ones again, now and for a day')
    .argument('<event>', 'the number of the message, EVENT in the list', numberOf)
    .action(action(context, async () => (await commands()).retryMessage));
}

const numberOf = wholeNumber(0, 999_999_999);

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
    .addOption(payoutOption('payout that break-even is worked out with'))
    .option('--secrets-stdin', 'take both secrets from stdin, a line each: the token, then the secret')
    .option('--api <url>', "Telegram's API, or a server of your own", 'https://api.telegram.org')
    .action(action(context, async () => (await import('./relay/relay-server.ts')).relayTelegram));
}
