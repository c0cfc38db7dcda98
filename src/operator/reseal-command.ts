import { runningNodes } from '../server/db/nodes.ts';
import { inTransaction } from '../server/db/database-pool.ts';
import { openServerSecret } from '../server/platform/server-secret.ts';
import { reseal, sealedElsewhere, sealedText } from '../server/start/sealed-rows.ts';
import { knownSecret } from './backup/sealed-secret.ts';
import type { CommandContext, Ending } from './command-context.ts';
import { misuse } from './exit-codes.ts';
import { withDatabase } from './with-accounts.ts';

/** `pipcast reseal`: reseals rows of the former secret with the present one. */
export function resealCommand({ io, output }: CommandContext): Promise<Ending> {
  return withDatabase(output, 'reseal', async ({ db, config, signal }): Promise<Ending> => {
    const former = (await knownSecret(io, 'Secret that the server had before: ', signal)).trim();
    const to = openServerSecret(config.authSecret, config.dataDir);
    const from = openServerSecret(former, config.dataDir);
    if (from.id === to.id)
      throw misuse(
        'That is the secret that the server has now.',
        'Change it first: docs/operating.md, "Rotate the secret".',
      );
    const nodes = await runningNodes(db);
    if (nodes.length > 0)
      throw misuse(
        `Stop the server first: ${nodes.map(({ name }) => name).join(', ')}. One that was killed counts for 15 s more.`,
      );
    const resealed = await inTransaction(db, (client) => reseal(client, from, to));
    const left = await sealedElsewhere(db, to);
    return output.result({ resealed, left }, () =>
      [
        `Sealed with the present secret: ${sealedText(resealed) ?? 'nothing was sealed with that one'}.`,
        ...(sealedText(left) === undefined ? [] : [`Still sealed with another one: ${sealedText(left)}.`]),
      ].join('\n'),
    );
  });
}
