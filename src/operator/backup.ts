import type { Command } from 'commander';
import type { BackupFlags } from './backup/backup-command.ts';
import { action, jsonOption, type ProgramContext } from './command-context.ts';

/** Adds `backup` and `restore` to the program: the whole database in one file, and back. */
export function registerBackup(program: Command, context: ProgramContext): void {
  program
    .command('backup')
    .description('write the whole database to a new file, as it is at one instant; the server may run')
    .argument('<file>', 'the file to be made')
    .option('--with-secret', "put the server's secret in, sealed by a passphrase (asked for, or on stdin)")
    .addOption(jsonOption())
    .action(
      action(context, async (file: string, flags: BackupFlags) =>
        (await import('./backup/backup-command.ts')).backupCommand(context, file, flags),
      ),
    );

  program
    .command('restore')
    .description('read a backup into an empty database and verify it; the server must not run')
    .argument('<file>', 'a file that backup has made')
    .option('--with-secret', "restore the server's secret too, by its passphrase (asked for, or on stdin)")
    .addOption(jsonOption())
    .action(
      action(context, async (file: string, flags: BackupFlags) =>
        (await import('./backup/restore-command.ts')).restoreCommand(context, file, flags),
      ),
    );
}
