import { storeChoice, storedChoice } from '../stored-choice.ts';
import { once } from '../once.ts';
import { createStore, type OwnStore, useStore } from '../store.ts';

/** The alerts of an open page for a signal. */
export const SIGNAL_ALERTS = ['sound', 'vibration', 'title'] as const;
/** With the notification of P-BOT's decision, while the tab is hidden. */
const ALERTS = [...SIGNAL_ALERTS, 'bot'] as const;
export type Alert = (typeof ALERTS)[number];
export type AlertSettings = Readonly<Record<Alert, boolean>>;

const STORAGE_KEY = 'pipcast.alerts';
const settings: () => OwnStore<AlertSettings> = once(() => {
  const store = createStore(stored());
  addEventListener('storage', ({ key }) => {
    if (key === STORAGE_KEY) store.set(stored());
  });
  return store;
});

export function useAlertSettings(): AlertSettings {
  return useStore(settings());
}

/** Whether an alert is on in this browser now, for code outside of components. */
export function isAlertOn(alert: Alert): boolean {
  return settings().getState()[alert];
}

/** Whether a hidden tab has anything to do when a signal comes. */
export function isAnyAlertOn(): boolean {
  return Object.values(settings().getState()).includes(true);
}

export function setAlert(alert: Alert, isOn: boolean): void {
  const next = { ...settings().getState(), [alert]: isOn };
  storeChoice(STORAGE_KEY, ALERTS.filter((each) => next[each]).join(' '));
  settings().set(next);
}

function stored(): AlertSettings {
  const isOn = new Set((storedChoice(STORAGE_KEY) ?? '').split(' '));
  return Object.fromEntries(ALERTS.map((alert) => [alert, isOn.has(alert)])) as AlertSettings;
}
