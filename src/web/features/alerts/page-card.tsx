import { setAlert, useAlertSettings } from '../../lib/alerts/alert-settings.ts';
import { AlertSwitches } from '../../ui/alert-switches.tsx';
import { Card } from '../../ui/card.tsx';
import { SwitchRow } from '../../ui/switch-row.tsx';
import { howTexts as texts } from './texts.ts';

/** What a page that is open does by itself, in this browser. */
export function PageCard() {
  const settings = useAlertSettings();
  const canNotify = 'Notification' in globalThis && 'serviceWorker' in navigator;

  async function switchBot(isOn: boolean): Promise<void> {
    // Only a press may ask.
    const isAllowed = !isOn || (await Notification.requestPermission()) === 'granted';
    setAlert('bot', isOn && isAllowed);
  }

  return (
    <Card label={texts.page}>
      <AlertSwitches>
        {canNotify ? (
          <SwitchRow
            label={texts.bot}
            hint={Notification.permission === 'denied' ? texts.denied : texts.botHint}
            isOn={settings.bot}
            isDisabled={Notification.permission === 'denied'}
            onSwitch={(isOn) => void switchBot(isOn)}
          />
        ) : null}
      </AlertSwitches>
    </Card>
  );
}
