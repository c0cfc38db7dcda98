import { useEffect, useState } from 'react';
import type { AlertRules } from '../../../core/wire/alerts.ts';
import { ApiError } from '../../lib/api-client.ts';
import { hashOf, inTurn, notePush } from '../../lib/alerts/keep-push.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { SelectField } from '../../ui/field.tsx';
import type { AlertsApi } from './alerts-api.ts';
import {
  inTime,
  mayNotify,
  NoAnswerError,
  NotReadyError,
  type OwnBrowser,
  ownName,
  readOwnBrowser,
  subscribe,
  unsubscribe,
} from './own-browser.ts';
import { howTexts as texts } from './texts.ts';

interface OwnBrowserCardProps {
  readonly api: AlertsApi;
  readonly publicKey: string;
  /** The hashes of the trader's browsers. */
  readonly devices: readonly string[];
  /** Which of them gets alerts. */
  readonly chosen: AlertRules['device'];
  readonly onChoose: (device: AlertRules['device']) => void;
  /** The server knows of other browsers now, or has more in its log. */
  readonly onChange: () => void;
}

/** Whether alerts come to this browser, how to have them, and a test. */
export function OwnBrowserCard({ api, publicKey, devices, chosen, onChoose, onChange }: OwnBrowserCardProps) {
  const [own, setOwn] = useState<OwnBrowser>();
  const [name, setName] = useState<string>();
  const [busy, setBusy] = useState<'switching' | 'testing'>();
  const [said, setSaid] = useState<string>();
  useEffect(() => {
    let isGone = false;
    async function look(): Promise<void> {
      const [state, known] = await Promise.all([readOwnBrowser(devices), ownName()]);
      if (isGone) return;
      setOwn(state);
      setName(known);
    }
    void look();
    return () => {
      isGone = true;
    };
  }, [devices]);

  async function run(what: 'switching' | 'testing', act: () => Promise<string | undefined>): Promise<void> {
    setBusy(what);
    setSaid(undefined);
    try {
      setSaid(await act());
    } catch (error) {
      setSaid(reasonOf(error as Error));
    }
    setBusy(undefined);
    onChange();
  }

  async function switchOn(): Promise<undefined> {
    const known = (await mayNotify()) ? await inTurn(() => add(api, publicKey)) : devices;
    setOwn(await readOwnBrowser(known));
    // The answer may come after the time that it is waited for.
    setSaid(undefined);
    onChange();
  }

  async function switchOff(): Promise<undefined> {
    await inTurn(() => remove(api));
    setOwn('off');
  }

  const test = async () => texts.tested({ sent: (await api.test()).sent });
  return (
    <Card label={texts.title}>
      <div className="card__body alerts__own">
        <HowItStands own={own} />
        {own === 'off' ? (
          <Button
            look="primary"
            busyLabel={busy === 'switching' ? texts.switchingOn : undefined}
            onClick={() => void run('switching', () => inTime(switchOn()))}
          >
            {texts.switchOn}
          </Button>
        ) : null}
        {own === 'on' ? (
          <Button look="line" onClick={() => void run('switching', switchOff)}>
            {texts.switchOff}
          </Button>
        ) : null}
        {devices.length > 0 || own === 'on' ? (
          <Button
            look="line"
            busyLabel={busy === 'testing' ? texts.testing : undefined}
            onClick={() => void run('testing', test)}
          >
            {texts.test}
          </Button>
        ) : null}
        <output aria-live="polite">{said}</output>
        {devices.length > 1 ? (
          <WhichBrowser devices={devices} own={name} chosen={chosen} onChoose={onChoose} />
        ) : null}
      </div>
    </Card>
  );
}

async function add(api: AlertsApi, publicKey: string): Promise<readonly string[]> {
  const subscription = await subscribe(publicKey);
  const { devices } = await api.addDevice(subscription);
  notePush(await hashOf(subscription.endpoint ?? ''));
  return devices;
}

async function remove(api: AlertsApi): Promise<void> {
  notePush(undefined);
  const endpoint = await unsubscribe();
  if (endpoint !== undefined) await api.removeDevice(endpoint);
}

/** Of several browsers the one that gets alerts, or all. */
function WhichBrowser({
  devices,
  own,
  chosen,
  onChoose,
}: Pick<OwnBrowserCardProps, 'devices' | 'chosen' | 'onChoose'> & { readonly own: string | undefined }) {
  // One that is gone gets nothing: the one used last does.
  const value = chosen === 'all' || devices.includes(chosen) ? chosen : 'last-used';
  const isOther = value !== 'all' && value !== 'last-used' && value !== own;
  return (
    <SelectField label={texts.goesTo} value={value} onChange={({ target }) => onChoose(target.value)}>
      <option value="last-used">{texts.lastUsed}</option>
      {own !== undefined && devices.includes(own) ? <option value={own}>{texts.thisOne}</option> : null}
      {isOther ? <option value={value}>{texts.otherOne}</option> : null}
      <option value="all">{texts.all}</option>
    </SelectField>
  );
}

function HowItStands({ own }: { readonly own: OwnBrowser | undefined }) {
  switch (own) {
    case undefined:
      return null;
    case 'on':
      return <p>{texts.on}</p>;
    case 'off':
      return <TwoLines title={texts.off} hint={texts.offHint} />;
    case 'denied':
      return <TwoLines title={texts.denied} hint={texts.deniedHint} />;
    case 'needs-install':
      return <TwoLines title={texts.needsInstall} hint={texts.needsInstallHint} />;
    case 'unsupported':
      return <TwoLines title={texts.unsupported} hint={texts.unsupportedHint} />;
  }
}

function TwoLines({ title, hint }: { readonly title: string; readonly hint: string }) {
  return (
    <div>
      <b>{title}</b>
      <p className="hint">{hint}</p>
    </div>
  );
}

function reasonOf(error: Error): string {
  if (error instanceof NotReadyError) return texts.notReady;
  if (error instanceof NoAnswerError) return texts.noAnswer;
  return error instanceof ApiError ? error.message : texts.refused({ reason: error.message });
}
