import type { AlertDevices, AlertReport, AlertRules } from '../../../core/wire/alerts.ts';
import type { ApiTokens, MadeToken } from '../../../core/wire/api-tokens.ts';
import type { ApiClient } from '../../lib/api-client.ts';

/** A browser's subscription, as `PushSubscription.toJSON()` writes it. */
export type Subscription = PushSubscriptionJSON;

/** What the screen of alerts asks the server for. Every method rejects with an ApiError, or when aborted. */
export interface AlertsApi {
  report(signal: AbortSignal): Promise<AlertReport>;
  keepRules(rules: AlertRules): Promise<AlertRules>;
  /** How many signals of the last week the rules would have let through. */
  count(rules: AlertRules, signal: AbortSignal): Promise<number>;
  addDevice(subscription: Subscription): Promise<AlertDevices>;
  removeDevice(endpoint: string): Promise<AlertDevices>;
  test(): Promise<{ readonly sent: number; readonly failed: number }>;
  tokens(signal: AbortSignal): Promise<ApiTokens>;
  makeToken(name: string): Promise<MadeToken>;
  endToken(id: string): Promise<ApiTokens>;
}

export function createAlertsApi(client: ApiClient): AlertsApi {
  const send = <T>(method: string, path: string, json: unknown, signal?: AbortSignal) =>
    client.json<T>(`/api/alerts${path}`, { method, signal, json });
  return {
    report: (signal) => client.json('/api/alerts', { signal }),
    keepRules: (rules) => send('PUT', '/rules', rules),
    count: async (rules, signal) =>
      (await send<{ signals: number }>('POST', '/count', rules, signal)).signals,
    addDevice: (subscription) => send('POST', '/devices', subscription),
    removeDevice: (endpoint) => send('DELETE', '/devices', { endpoint }),
    test: () => client.json('/api/alerts/test', { method: 'POST' }),
    tokens: (signal) => client.json('/api/tokens', { signal }),
    makeToken: (name) => client.json('/api/tokens', { method: 'POST', json: { name } }),
    endToken: (id) => client.json(`/api/tokens/${id}`, { method: 'DELETE' }),
  };
}
