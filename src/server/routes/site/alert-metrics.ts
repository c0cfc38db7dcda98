import type { Registry } from 'prom-client';
import type { PushFigures } from '../../alerts/push-figures.ts';
import type { WebhookFigures } from '../../alerts/webhook-figures.ts';
import { showCounts } from './shown-metrics.ts';

/** Shows what came of telling webhooks since this server started. */
export function measureWebhooks(registry: Registry, figures: WebhookFigures): void {
  const help = 'Messages to webhooks: tries that delivered or failed, and messages given up.';
  showCounts(registry, 'pipcast_webhook_messages_total', help, 'result', {}, () => figures);
}

/** Shows what became of pushes to traders since this server started. */
export function measurePushes(registry: Registry, figures: PushFigures): void {
  const help = 'Pushes to traders, by what became of them; held: by rules of their own.';
  showCounts(registry, 'pipcast_pushes_total', help, 'result', {}, () => figures);
}
