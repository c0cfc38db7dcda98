import { useEffect, useState } from 'react';
import { DAY_MS, SECOND_MS } from '../../../core/time/instant.ts';
import type { AlertReport, AlertResult, AlertRules, LoggedAlert } from '../../../core/wire/alerts.ts';
import { alertWords } from '../../lib/alerts/alert-words.ts';
import { messageTexts } from '../../lib/alerts/message-texts.ts';
import { ApiError } from '../../lib/api-client.ts';
import { currentLocale } from '../../lib/catalogue.ts';
import { useMinute } from '../../lib/clock.ts';
import { formatCount } from '../../lib/figures.ts';
import { formatLocalMinute, formatLocalWeekday, formatMachineTime } from '../../lib/formats.ts';
import { useLoader } from '../../lib/loader.ts';
import { texts as labelTexts } from '../../lib/market/price-label-texts.ts';
import { usePayout } from '../../lib/payout.ts';
import { createStore, type Store, useStore } from '../../lib/store.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Notice } from '../../ui/notice.tsx';
import { texts as uiTexts } from '../../ui/texts.ts';
import type { AlertsApi } from './alerts-api.ts';
import { OwnBrowserCard } from './own-browser-card.tsx';
import { resultTexts, switchTexts, texts } from './texts.ts';
import { TokensCard } from './tokens-card.tsx';
import { WhatCard } from './what-card.tsx';
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
  const [kept] = useState(() => createKeptRules(report.rules, api.keepRules));
  const state = useStore(kept);
  const { rules } = state;
  const payout = usePayout();
  const change = (part: Parameters<typeof kept.change>[0]) => void kept.change(part);
  const isAnyOn =
    rules.signals || rules.outcomes || rules.feed || rules.marketOpen || rules.verdict || rules.sessionEnd;
  // The payout of this browser is the reader's: it may have changed since the rules were kept.
  useEffect(() => {
    if (isAnyOn && rules.payout !== payout) void kept.change({ payout });
  }, [kept, isAnyOn, rules.payout, payout]);
  return (
    <div className="alerts">
      <div>
        <h1>{uiTexts.alerts}</h1>
        <Lead isAnyOn={isAnyOn} devices={report.devices} rules={rules} />
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
      <output
        className="alerts__saved note"
        aria-live="polite"
        data-done={state.saving === 'done' || undefined}
      >
        {state.saving === 'yes' ? texts.saving : null}
        {state.saving === 'done' ? texts.saved : null}
        {state.problem === undefined ? null : (
          <>
            {texts.notSaved({ reason: state.problem })}
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
function Lead({
  isAnyOn,
  devices,
  rules: { device, snoozedUntilMs },
}: {
  readonly isAnyOn: boolean;
  readonly devices: readonly string[];
  readonly rules: AlertRules;
}) {
  const now = useMinute();
  if (!isAnyOn) return <p className="alerts__lead">{texts.allOff}</p>;
  if (snoozedUntilMs > now)
    return <p className="alerts__lead">{texts.snoozedUntil({ time: momentText(snoozedUntilMs, now) })}</p>;
  if (devices.length === 0) return <p className="alerts__lead">{texts.noBrowser}</p>;
  return <p className="alerts__lead">{texts.on({ device: devices.includes(device) ? 'one' : device })}</p>;
}

/** The rules on the screen, and whether the server has them. */
interface RulesState {
  readonly rules: AlertRules;
  readonly saving: 'no' | 'yes' | 'done';
  /** Why the server does not have them; undefined where it does. */
  readonly problem: string | undefined;
}

interface KeptRules extends Store<RulesState> {
  /** Takes a change at once and sends it; never rejects. */
  change(part: Partial<AlertRules>): Promise<void>;
}

/** The rules of a trader, each change saved: one request at a time, the last change wins. */
function createKeptRules(first: AlertRules, save: (rules: AlertRules) => Promise<unknown>): KeptRules {
  const store = createStore<RulesState>({ rules: first, saving: 'no', problem: undefined });

  async function send(): Promise<void> {
    const { rules } = store.getState();
    store.set({ rules, saving: 'yes', problem: undefined });
    try {
      await save(rules);
      if (store.getState().rules !== rules) return await send();
      store.set({ rules, saving: 'done', problem: undefined });
    } catch (error) {
      if (store.getState().rules !== rules) return await send();
      store.set({ rules, saving: 'no', problem: (error as ApiError).message });
    }
  }

  return {
    getState: store.getState,
    subscribe: store.subscribe,
    async change(part) {
      const { saving, rules } = store.getState();
      store.set({ ...store.getState(), rules: { ...rules, ...part } });
      if (saving !== 'yes') await send();
    },
  };
}

const FIRST = 10;

function LogCard({ log }: Pick<AlertReport, 'log'>) {
  const [isWhole, setWhole] = useState(false);
  const rows = isWhole ? log : log.slice(0, FIRST);
  return (
    <Card label={texts.log} aside={texts.lastWeek} className="c12">
      {log.length === 0 ? <p className="card__body hint">{texts.nothing}</p> : null}
      <ol className="rows alerts__log">
        {rows.map((alert) => (
          <Row key={`${alert.atMs} ${JSON.stringify(alert.facts)}`} alert={alert} />
        ))}
      </ol>
      {rows.length < log.length ? (
        <p className="card__foot note">
          <Button look="line" size="small" onClick={() => setWhole(true)}>
            {texts.more({ count: formatCount(log.length) })}
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
  const time = formatLocalMinute(at);
  const isToday = Math.abs(at - now) < DAY_MS && formatLocalWeekday(at) === formatLocalWeekday(now);
  return isToday ? time : texts.dayAndTime({ day: formatLocalWeekday(at), time });
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
