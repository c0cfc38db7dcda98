import type { AlertDevices, AlertReport, AlertRules } from '../../../core/wire/alerts.ts';
import type { ApiTokens, MadeToken } from '../../../core/wire/auth.ts';
import type { ApiClient } from '../../lib/api-client.ts';

export type AlertsApi = ReturnType<typeof createAlertsApi>;

/** The requests of the alerts' screen. Every method rejects with an ApiError, or when aborted. */
export function createAlertsApi(client: ApiClient) {
  const send = <T>(method: string, path: string, json: unknown, signal?: AbortSignal) =>
    client.json<T>(`/api/alerts${path}`, { method, signal, json });
  return {
    report: (signal: AbortSignal) => client.json<AlertReport>('/api/alerts', { signal }),
    keepRules: (rules: AlertRules) => send<AlertRules>('PUT', '/rules', rules),
    /** How many signals of the last week the rules would have let through. */
    count: async (rules: AlertRules, signal: AbortSignal) =>
      (await send<{ signals: number }>('POST', '/count', rules, signal)).signals,
    addDevice: (subscription: PushSubscriptionJSON) => send<AlertDevices>('POST', '/devices', subscription),
    removeDevice: (endpoint: string) => send<AlertDevices>('DELETE', '/devices', { endpoint }),
    test: () => client.json<{ readonly sent: number }>('/api/alerts/test', { method: 'POST' }),
    tokens: (signal: AbortSignal) => client.json<ApiTokens>('/api/tokens', { signal }),
    makeToken: (name: string) => client.json<MadeToken>('/api/tokens', { method: 'POST', json: { name } }),
    endToken: (id: string) => client.json<ApiTokens>(`/api/tokens/${id}`, { method: 'DELETE' }),
  };
}
