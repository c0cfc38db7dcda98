import { storeChoice, storedChoice } from '../stored-choice.ts';
import { once } from '../once.ts';
import { createStore, type OwnStore, useStore } from '../store.ts';

/** What a trader can have besides the page itself when a signal comes. */
export const SIGNAL_ALERTS = ['sound', 'vibration', 'title'] as const;
/** With the notification of what P-BOT was asked for, while the tab is hidden. */
const ALERTS = [...SIGNAL_ALERTS, 'bot'] as const;
export type Alert = (typeof ALERTS)[number];
/** Those that are switched on. */
export type AlertSettings = Readonly<Record<Alert, boolean>>;

const STORAGE_KEY = 'pipcast.alerts';
const settings: () => OwnStore<AlertSettings> = once(() => {
  const store = createStore(stored());
  // Another tab has switched one.
  addEventListener('storage', ({ key }) => {
    if (key === STORAGE_KEY) store.set(stored());
  });
  return store;
});

/** All are off until they are switched on. */
export function useAlertSettings(): AlertSettings {
  return useStore(settings());
}

/** Whether an alert is on in this browser now, for what is no component. */
export function isAlertOn(alert: Alert): boolean {
  return settings().getState()[alert];
}

/** Whether a hidden tab has anything to do when a signal comes. */
export function isAnyAlertOn(): boolean {
  return Object.values(settings().getState()).includes(true);
}

/** Switches an alert and remembers that in this browser. */
export function setAlert(alert: Alert, isOn: boolean): void {
  const next = { ...settings().getState(), [alert]: isOn };
  storeChoice(STORAGE_KEY, ALERTS.filter((each) => next[each]).join(' '));
  settings().set(next);
}

function stored(): AlertSettings {
  const isOn = new Set((storedChoice(STORAGE_KEY) ?? '').split(' '));
  return {
    sound: isOn.has('sound'),
    vibration: isOn.has('vibration'),
    title: isOn.has('title'),
    bot: isOn.has('bot'),
  };
}
