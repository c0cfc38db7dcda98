import { useEffect, useState } from 'react';
import { ApiError } from '../../lib/api-client.ts';
import { hashOf, notePush } from '../../lib/alerts/keep-push.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import type { AlertsApi } from './alerts-api.ts';
import {
  countLate,
  NotReadyError,
  type OwnBrowser,
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
  /** The server knows of other browsers now, or has more in its log. */
  readonly onChange: () => void;
}

/** Whether alerts come to this browser, how to have them, and a test. */
export function OwnBrowserCard({ api, publicKey, devices, onChange }: OwnBrowserCardProps) {
  const [own, setOwn] = useState<OwnBrowser>();
  const [late, setLate] = useState(0);
  const [busy, setBusy] = useState<'switching' | 'testing'>();
  const [said, setSaid] = useState<string>();
  useEffect(() => {
    let isGone = false;
    async function look(): Promise<void> {
      const [state, count] = await Promise.all([readOwnBrowser(devices), countLate()]);
      if (isGone) return;
      setOwn(state);
      setLate(count);
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
    const subscription = await subscribe(publicKey);
    if (subscription === undefined) return void setOwn(await readOwnBrowser(devices));
    const known = await api.addDevice(subscription);
    notePush(await hashOf(subscription.endpoint ?? ''));
    setOwn(await readOwnBrowser(known.devices));
  }

  async function switchOff(): Promise<undefined> {
    notePush(undefined);
    const endpoint = await unsubscribe();
    if (endpoint !== undefined) await api.removeDevice(endpoint);
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
            onClick={() => void run('switching', switchOn)}
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
        {late > 0 ? <p className="hint">{texts.late({ count: late })}</p> : null}
      </div>
    </Card>
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
  return error instanceof ApiError ? error.message : texts.refused({ reason: error.message });
}
