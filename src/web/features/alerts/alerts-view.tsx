import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { type EpochMs, SECOND_MS } from '../../../core/time/instant.ts';
import type { AlertReport, AlertResult, AlertRules, LoggedAlert } from '../../../core/wire/alerts.ts';
import { alertWords } from '../../lib/alerts/alert-words.ts';
import { messageTexts } from '../../lib/alerts/message-texts.ts';
import { ApiError } from '../../lib/api-client.ts';
import { currentLocale } from '../../lib/catalogue.ts';
import { useMinute } from '../../lib/clock.ts';
import { formatLocalDayAndMinute, formatLocalMinute, formatMachineTime } from '../../lib/formats.ts';
import { useLoader } from '../../lib/loader.ts';
import { texts as labelTexts } from '../../lib/market/price-label-texts.ts';
import { usePayout } from '../../lib/payout.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Notice } from '../../ui/notice.tsx';
import { texts as uiTexts } from '../../ui/texts.ts';
import type { AlertsApi } from './alerts-api.ts';
import { OwnBrowserCard } from './own-browser-card.tsx';
import { resultTexts, switchTexts, texts } from './texts.ts';
import { TokensCard } from './tokens-card.tsx';
import { ALERT_KINDS, WhatCard } from './what-card.tsx';
import { WhenCard } from './when-card.tsx';
import './alerts.css';
import { type Alert, SIGNAL_ALERTS, setAlert, useAlertSettings } from '../../lib/alerts/alert-settings.ts';
import { giveAlert } from '../../lib/alerts/give-alert.ts';
import { SwitchRow } from '../../ui/switch-row.tsx';

/** The log grows while it is looked at. */
const EVERY_MS = 15 * SECOND_MS;
const NOT_FOUND = 404;

export function AlertsView({ api }: { readonly api: AlertsApi }) {
  const { value: report, problem, reload } = useLoader((signal) => api.report(signal), EVERY_MS);
  if (report !== undefined) return <Alerts api={api} report={report} onChange={reload} />;
  if (problem === undefined) return <output className="alerts__wait">{uiTexts.loading}</output>;
  const isWithout = problem instanceof ApiError && problem.status === NOT_FOUND;
  return (
    <div className="alerts">
      <h1>{uiTexts.alerts}</h1>
      <div className="grid">
        <div className="stack c8">
          {isWithout ? (
            <Card label={texts.noPush}>
              <p className="card__foot note">{texts.noPushMeans}</p>
            </Card>
          ) : (
            <Notice hint={problem.message} onRetry={reload} />
          )}
        </div>
        <div className="stack c4">
          <PageCard />
        </div>
      </div>
    </div>
  );
}

interface AlertsProps {
  readonly api: AlertsApi;
  readonly report: AlertReport;
  readonly onChange: () => void;
}

function Alerts({ api, report, onChange }: AlertsProps) {
  const { rules, problem, change } = useRules(report.rules, api.keepRules);
  const payout = usePayout();
  const isAnyOn = ALERT_KINDS.some((kind) => rules[kind]);
  const changePayout = useEffectEvent(() => change({ payout }));
  // The payout of this browser is the reader's: it may have changed since the rules were stored.
  useEffect(() => {
    if (isAnyOn && rules.payout !== payout) changePayout();
  }, [isAnyOn, rules.payout, payout]);
  return (
    <div className="alerts">
      <div>
        <h1>{uiTexts.alerts}</h1>
        <p className="alerts__lead">{leadOf(rules, report.devices, isAnyOn, useMinute())}</p>
        <p className="hint">{texts.promise}</p>
      </div>
      <div className="grid">
        <div className="stack c8">
          <WhatCard api={api} rules={rules} onChange={change} />
          <WhenCard rules={rules} onChange={change} />
        </div>
        <div className="stack c4">
          <OwnBrowserCard
            api={api}
            publicKey={report.publicKey}
            devices={report.devices}
            chosen={rules.device}
            onChoose={(device) => change({ device })}
            onChange={onChange}
          />
          <PageCard />
          <TokensCard api={api} />
        </div>
        <LogCard log={report.log} />
      </div>
      <output className="alerts__problem note" aria-live="polite">
        {problem === undefined ? null : (
          <>
            {texts.notSaved({ reason: problem })}
            <Button look="line" size="small" onClick={() => change({})}>
              {uiTexts.tryAgain}
            </Button>
          </>
        )}
      </output>
    </div>
  );
}

/** Answers first whether alerts come. */
function leadOf(
  { device, snoozedUntilMs }: AlertRules,
  devices: readonly string[],
  isAnyOn: boolean,
  now: EpochMs,
): string {
  if (!isAnyOn) return texts.allOff;
  if (snoozedUntilMs > now) return texts.snoozedUntil({ time: momentText(snoozedUntilMs, now) });
  if (devices.length === 0) return texts.noBrowser;
  return texts.on({ device: devices.includes(device) ? 'one' : device });
}

/** The rules of a trader, each change shown at once and saved: one request at a time, the last change wins. */
function useRules(first: AlertRules, save: (rules: AlertRules) => Promise<unknown>) {
  const [rules, setRules] = useState(first);
  const [problem, setProblem] = useState<string>();
  const latest = useRef(first);
  const isSaving = useRef(false);

  async function saveAll(): Promise<void> {
    if (isSaving.current) return;
    isSaving.current = true;
    let [sent, why]: [AlertRules?, string?] = [];
    while (sent !== latest.current) {
      sent = latest.current;
      why = await save(sent).then(
        () => undefined,
        ({ message }: Error) => message,
      );
    }
    isSaving.current = false;
    setProblem(why);
  }

  function change(part: Partial<AlertRules>): void {
    latest.current = { ...latest.current, ...part };
    setRules(latest.current);
    void saveAll();
  }
  return { rules, problem, change };
}

const FIRST = 10;

function LogCard({ log }: Pick<AlertReport, 'log'>) {
  const [isWhole, setWhole] = useState(false);
  const rows = isWhole ? log : log.slice(0, FIRST);
  return (
    <Card label={texts.log} className="c12">
      {log.length === 0 ? <p className="card__body hint">{texts.nothing}</p> : null}
      <ol className="rows alerts__log">
        {rows.map((alert) => (
          <Row key={`${alert.atMs} ${JSON.stringify(alert.facts)}`} alert={alert} />
        ))}
      </ol>
      {rows.length < log.length ? (
        <p className="card__foot note">
          <Button look="line" size="small" onClick={() => setWhole(true)}>
            {uiTexts.showMore}
          </Button>
        </p>
      ) : null}
    </Card>
  );
}

function Row({ alert: { atMs, facts, result } }: { readonly alert: LoggedAlert }) {
  const now = useMinute();
  const { title, body } = alertWords(facts, {
    alerts: messageTexts,
    labels: labelTexts,
    locale: currentLocale(),
  });
  return (
    <li>
      <time className="hint" dateTime={formatMachineTime(atMs)}>
        {momentText(atMs, now)}
      </time>
      <div className="alerts__entry">
        <b>{title}</b>
        {body === undefined ? null : <p className="hint">{body}</p>}
      </div>
      <span className="alerts__result">{resultText(result)}</span>
    </li>
  );
}

function resultText(result: AlertResult): string {
  return result === 'sent' || result === 'failed' || result === 'unknown'
    ? resultTexts[result]
    : texts.heldBack({ reason: resultTexts[result] });
}

/** `14:32` on the reader's clock, with the day of the week where that is another day: `Wed 14:32`. */
function momentText(at: number, now: number): string {
  const isToday = new Date(at).toDateString() === new Date(now).toDateString();
  return isToday ? formatLocalMinute(at) : formatLocalDayAndMinute(at);
}

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
            hint={Notification.permission === 'denied' ? texts.state({ state: 'denied' }) : undefined}
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
