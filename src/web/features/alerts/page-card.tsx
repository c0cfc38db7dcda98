import { type Alert, setAlert, SIGNAL_ALERTS, useAlertSettings } from '../../lib/alerts/alert-settings.ts';
import { giveAlert } from '../../lib/alerts/give-alert.ts';
import { Card } from '../../ui/card.tsx';
import { SwitchRow } from '../../ui/switch-row.tsx';
import { switchTexts, texts } from './texts.ts';

/** Only a device with a motor has a switch for it. */
const CAN_VIBRATE = 'vibrate' in navigator;

/** Alerts of an open page, in this browser: all off at first. */
export function PageCard() {
  const settings = useAlertSettings();
  const canNotify = 'Notification' in globalThis && 'serviceWorker' in navigator;
  return (
    <Card label={texts.page}>
      <ul className="rows">
        {canNotify ? (
          <SwitchRow
            label={texts.bot}
            hint={Notification.permission === 'denied' ? texts.state({ state: 'denied' }) : texts.botHint}
            isOn={settings.bot}
            isDisabled={Notification.permission === 'denied'}
            onSwitch={(isOn) => void switchBot(isOn)}
          />
        ) : null}
        {SIGNAL_ALERTS.filter((alert) => alert !== 'vibration' || CAN_VIBRATE).map((alert) => (
          <SwitchRow
            key={alert}
            label={switchTexts[alert]}
            isOn={settings[alert]}
            onSwitch={(isOn) => onSwitch(alert, isOn)}
          />
        ))}
      </ul>
      <p className="card__foot note">{switchTexts.inThisBrowser}</p>
    </Card>
  );
}

async function switchBot(isOn: boolean): Promise<void> {
  // Only a press may ask.
  const isAllowed = !isOn || (await Notification.requestPermission()) === 'granted';
  setAlert('bot', isOn && isAllowed);
}

/** A newly switched-on alert is played once. */
function onSwitch(alert: Alert, isOn: boolean): void {
  setAlert(alert, isOn);
  if (isOn && (alert === 'sound' || alert === 'vibration')) giveAlert(alert, 'CALL');
}
