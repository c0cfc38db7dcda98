import { type Command, InvalidArgumentError, Option } from 'commander';
import { action, jsonOption, type ProgramContext } from './command-context.ts';
import type { AddFlags, ReplayFlags } from './webhook/webhook-commands.ts';

/** Adds `webhook` to the program: where signals, outcomes and the feed's state are sent. */
export function registerWebhooks(program: Command, context: ProgramContext): void {
  const webhook = program
    .command('webhook')
    .description(
      'where signals, outcomes and the state of the feed are sent: add, list, remove, replay, dead',
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
    .addOption(jsonOption())
    .action(
      action(context, async (url: string, flags: AddFlags) =>
        (await commands()).addWebhook(context, url, flags),
      ),
    );

  webhook
    .command('list')
    .description('list the webhooks, how many messages wait, and why the last try failed')
    .addOption(jsonOption())
    .action(action(context, async () => (await commands()).showWebhooks(context)));

  webhook
    .command('remove')
    .description('tell an address nothing more, and forget its secret')
    .argument('<id>', 'the number of the webhook', numberOf)
    .addOption(jsonOption())
    .action(action(context, async (id: number) => (await commands()).dropWebhook(context, id)));

  webhook
    .command('replay')
    .description('send everything again from an entry of the ledger on, in order')
    .argument('<id>', 'the number of the webhook', numberOf)
    .addOption(
      new Option('--from <index>', 'the place of the first entry').argParser(numberOf).makeOptionMandatory(),
    )
    .option('--ledger <name>', 'the ledger of the entry', 'live')
    .addOption(jsonOption())
    .action(
      action(context, async (id: number, flags: ReplayFlags) =>
        (await commands()).sendAgain(context, id, flags),
      ),
    );

  webhook
    .command('dead')
    .description('list the messages that were given up, the newest first')
    .addOption(jsonOption())
    .action(action(context, async () => (await commands()).showDeadLetters(context)));
}

function numberOf(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError('Give a whole number.');
  return Number(text);
}
