import type { Command } from 'commander';
import type { AuditOptions } from './audit-command.ts';
import { action, jsonOption, type ProgramContext } from './command-context.ts';

/** Adds `audit` to the program: what the record of security events holds. */
export function registerAudit(program: Command, context: ProgramContext): void {
  program
    .command('audit')
    .description(
      'list who did what: sign-ins, refusals, sign-outs, password changes and the commands on accounts; the newest first',
    )
    .option('--account <email>', 'only what is about this account: its e-mail address or ID')
    .option(
      '--what <kind>',
      'only one kind: sign_in, sign_up, refresh, sign_out, password_change, token_add, token_end, or a command such as "user add"',
    )
    .option('--refused', 'only what was refused or failed')
    .option('--since <time>', 'only since a day or a UTC time, such as 2026-11-20 or 2026-11-20T18:46:53Z')
    .option('--limit <n>', 'at most so many, 1 to 10000', '100')
    .addOption(jsonOption())
    .action(
      action(context, async (options: AuditOptions) =>
        (await import('./audit-command.ts')).audit(context, options),
      ),
    );
}
