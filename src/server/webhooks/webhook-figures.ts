/** What came of trying to hand a message over. */
export const WEBHOOK_RESULTS = ['delivered', 'failed', 'dead'] as const;
export type WebhookResult = (typeof WEBHOOK_RESULTS)[number];

/** What was counted of the webhooks since this server started. */
export type WebhookFigures = Record<WebhookResult, number>;

export function createWebhookFigures(): WebhookFigures {
  return { delivered: 0, failed: 0, dead: 0 };
}
