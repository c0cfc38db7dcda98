import { useEffect, useState } from 'react';
import type { AlertRules } from '../../../core/wire/alerts.ts';
import { ApiError } from '../../lib/api-client.ts';
import { hashOf, inTurn, notePush, subscribeTo } from '../../lib/alerts/keep-push.ts';
import { Button } from '../../ui/button.tsx';
import { SelectField } from '../../ui/field.tsx';
import { BodyCard } from '../../ui/card.tsx';
import type { AlertsApi } from './alerts-api.ts';
import { texts as uiTexts } from '../../ui/texts.ts';
import { texts } from './texts.ts';

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

export function OwnBrowserCard({ api, publicKey, devices, chosen, onChoose, onChange }: OwnBrowserCardProps) {
  const [own, setOwn] = useState<OwnBrowser>();
  const [name, setName] = useState<string>();
  const [busy, setBusy] = useState<'switching' | 'testing'>();
  const [message, setMessage] = useState<string>();
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
    setMessage(undefined);
    try {
      setMessage(await act());
    } catch (error) {
      const { message: reason } = error as Error;
      setMessage(error instanceof ApiError ? reason : texts.refused({ reason }));
    }
    setBusy(undefined);
    onChange();
  }

  async function switchOn(): Promise<undefined> {
    const isAllowed = (await Notification.requestPermission()) === 'granted';
    const known = isAllowed ? await inTurn(() => add(api, publicKey)) : devices;
    setOwn(await readOwnBrowser(known));
    // The answer may come after the time limit.
    setMessage(undefined);
    onChange();
  }

  async function switchOff(): Promise<undefined> {
    await inTurn(() => remove(api));
    setOwn('off');
  }

  const test = async () => texts.tested({ sent: (await api.test()).sent });
  return (
    <BodyCard label={texts.thisBrowser} bodyClassName="alerts__own">
      {own === undefined ? null : (
        <div>
          {own === 'on' ? texts.state({ state: own }) : <b>{texts.state({ state: own })}</b>}
          {own === 'on' ? null : <p className="hint">{texts.stateHint({ state: own })}</p>}
        </div>
      )}
      {own === 'off' ? (
        <Button
          look="primary"
          busyLabel={busy === 'switching' ? texts.switchingOn : undefined}
          onClick={() => void run('switching', () => within(ANSWER_WITHIN_MS, switchOn(), texts.noAnswer))}
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
          busyLabel={busy === 'testing' ? uiTexts.loading : undefined}
          onClick={() => void run('testing', test)}
        >
          {texts.test}
        </Button>
      ) : null}
      <output aria-live="polite">{message}</output>
      {devices.length > 1 ? (
        <WhichBrowser devices={devices} own={name} chosen={chosen} onChoose={onChoose} />
      ) : null}
    </BodyCard>
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

/** Chooses one of several browsers, or all. */
function WhichBrowser({
  devices,
  own,
  chosen,
  onChoose,
}: Pick<OwnBrowserCardProps, 'devices' | 'chosen' | 'onChoose'> & { readonly own: string | undefined }) {
  // A removed browser gets nothing: the one used last does.
  const value = chosen === 'all' || devices.includes(chosen) ? chosen : 'last-used';
  const isOther = value !== 'all' && value !== 'last-used' && value !== own;
  return (
    <SelectField
      label={texts.goesTo}
      value={value}
      options={[
        ['last-used', texts.lastUsed],
        ...(own !== undefined && devices.includes(own) ? [[own, texts.thisBrowser] as const] : []),
        ...(isOther ? [[value, texts.otherOne] as const] : []),
        ['all', texts.all],
      ]}
      onValue={onChoose}
    />
  );
}

/** The state of alerts in this browser; `install`: an iPhone or iPad outside of the installed app. */
type OwnBrowser = 'unsupported' | 'install' | 'denied' | 'off' | 'on';

/** The worker that shows alerts is fetched some seconds after the page. */
const READY_WITHIN_MS = 10_000;
const ANSWER_WITHIN_MS = 15_000;

/** What was asked for, or an ApiError with these words after the time; the request goes on meanwhile. */
function within<T>(ms: number, asked: Promise<T>, words: string): Promise<T> {
  const late = new Promise<never>((_, reject) => {
    setTimeout(() => reject(new ApiError(words)), ms);
  });
  return Promise.race([asked, late]);
}

/** The server's name for this browser; undefined while it has not subscribed. */
async function ownName(): Promise<string | undefined> {
  const workers = navigator.serviceWorker as ServiceWorkerContainer | undefined;
  const subscription = await (await workers?.getRegistration())?.pushManager?.getSubscription();
  return subscription ? hashOf(subscription.endpoint) : undefined;
}

/** Whether alerts come to this browser: it has subscribed, and is among the `devices` that the server sends to, by their hashes. */
async function readOwnBrowser(devices: readonly string[]): Promise<OwnBrowser> {
  const workers = navigator.serviceWorker as ServiceWorkerContainer | undefined;
  if (workers === undefined || !('PushManager' in globalThis) || !('Notification' in globalThis)) {
    return 'standalone' in navigator && navigator.standalone === false ? 'install' : 'unsupported';
  }
  if (Notification.permission === 'denied') return 'denied';
  return devices.includes((await ownName()) ?? '') ? 'on' : 'off';
}

/** Subscribes to the server's key. Rejects with an ApiError where the worker is not here, or the browser's error. */
async function subscribe(publicKey: string): Promise<PushSubscriptionJSON> {
  const { ready } = navigator.serviceWorker;
  const { pushManager } = await within(READY_WITHIN_MS, ready, texts.notReady);
  const old = await pushManager.getSubscription();
  // A subscription of another key, as after a change of the server's secret, or of a former trader.
  await old?.unsubscribe();
  return (await subscribeTo(pushManager, publicKey)).toJSON();
}

/** Ends this browser's subscription; its address, undefined where there was none. */
async function unsubscribe(): Promise<string | undefined> {
  const registration = await navigator.serviceWorker.getRegistration();
  const subscription = await registration?.pushManager.getSubscription();
  await subscription?.unsubscribe();
  return subscription?.endpoint;
}
