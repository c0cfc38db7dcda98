import { type Alert, setAlert, SIGNAL_ALERTS, useAlertSettings } from '../lib/alerts/alert-settings.ts';
import type { ReactNode } from 'react';
import { giveAlert } from '../lib/alerts/give-alert.ts';
import { texts } from './alert-switches-texts.ts';
import { SwitchRow } from './switch-row.tsx';

/** A device without a motor has no switch for it. */
const CAN_VIBRATE = 'vibrate' in navigator;

/** What else announces a new signal while a page is open, below other rows: all off until they are switched on. */
export function AlertSwitches({ children }: { readonly children?: ReactNode }) {
  const settings = useAlertSettings();
  return (
    <>
      <ul className="rows">
        {children}
        {SIGNAL_ALERTS.filter((alert) => alert !== 'vibration' || CAN_VIBRATE).map((alert) => (
          <SwitchRow
            key={alert}
            label={texts[alert]}
            isOn={settings[alert]}
            onSwitch={(isOn) => onSwitch(alert, isOn)}
          />
        ))}
      </ul>
      <p className="card__foot">{texts.inThisBrowser}</p>
    </>
  );
}

/** What is switched on shows what it does. */
function onSwitch(alert: Alert, isOn: boolean): void {
  setAlert(alert, isOn);
  if (isOn && (alert === 'sound' || alert === 'vibration')) void giveAlert(alert, 'CALL');
}
