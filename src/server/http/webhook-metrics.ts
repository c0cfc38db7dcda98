import { Counter, type Registry } from 'prom-client';
import { WEBHOOK_RESULTS, type WebhookFigures } from '../webhooks/webhook-figures.ts';

/** Shows what came of telling webhooks since this server started. */
export function measureWebhooks(registry: Registry, figures: WebhookFigures): void {
  const messages: Counter = new Counter({
    name: 'pipcast_webhook_messages_total',
    help: 'Messages to webhooks: tries that delivered or failed, and messages given up.',
    labelNames: ['result'],
    registers: [registry],
    collect() {
      messages.reset();
      for (const result of WEBHOOK_RESULTS) messages.inc({ result }, figures[result]);
    },
  });
}
