import { memo } from 'react';
import { Card } from '../../../ui/card.tsx';
import { type Alert, ALERTS, setAlert, useAlertSettings } from './alert-settings.ts';
import { texts } from './alert-texts.ts';
import { giveAlert } from './give-alert.ts';
import './alerts.css';

/** A device without a motor has no switch for it. */
const CAN_VIBRATE = 'vibrate' in navigator;

/** What else tells of a new signal: all off until they are switched on. */
export const AlertsCard = memo(function AlertsCard() {
  const settings = useAlertSettings();
  return (
    <Card label={texts.alerts} className="alerts">
      <ul className="rows">
        {ALERTS.filter((alert) => alert !== 'vibration' || CAN_VIBRATE).map((alert) => (
          <li key={alert}>
            <label>
              {texts[alert]}
              <input
                type="checkbox"
                checked={settings[alert]}
                onChange={({ target }) => onSwitch(alert, target.checked)}
              />
            </label>
          </li>
        ))}
      </ul>
      <p className="alerts__note">{texts.inThisBrowser}</p>
    </Card>
  );
});

/** What is switched on shows what it does. */
function onSwitch(alert: Alert, isOn: boolean): void {
  setAlert(alert, isOn);
  if (isOn && alert !== 'title') void giveAlert(alert, 'CALL');
}
