import { Counter, type Registry } from 'prom-client';
import { PUSH_RESULTS, type PushFigures } from '../push/push-figures.ts';
import { WEBHOOK_RESULTS, type WebhookFigures } from '../webhooks/webhook-figures.ts';

/** Shows what came of telling webhooks since this server started. */
export function measureWebhooks(registry: Registry, figures: WebhookFigures): void {
  measure(registry, WEBHOOK_RESULTS, figures, {
    name: 'pipcast_webhook_messages_total',
    help: 'Messages to webhooks: tries that delivered or failed, and messages given up.',
  });
}

/** Shows what became of pushes to traders since this server started. */
export function measurePushes(registry: Registry, figures: PushFigures): void {
  measure(registry, PUSH_RESULTS, figures, {
    name: 'pipcast_pushes_total',
    help: 'Pushes to traders, by what became of them; held: by rules of their own.',
  });
}

function measure<Result extends string>(
  registry: Registry,
  results: readonly Result[],
  figures: Readonly<Record<Result, number>>,
  about: { readonly name: string; readonly help: string },
): void {
  const counter: Counter = new Counter({
    ...about,
    labelNames: ['result'],
    registers: [registry],
    collect() {
      counter.reset();
      for (const result of results) counter.inc({ result }, figures[result]);
    },
  });
}
