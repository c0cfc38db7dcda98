/** What came of trying to hand messages to webhooks since this server started. */
export type WebhookFigures = Record<'delivered' | 'failed' | 'dead', number>;

export function createWebhookFigures(): WebhookFigures {
  return { delivered: 0, failed: 0, dead: 0 };
}
