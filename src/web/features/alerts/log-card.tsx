import { useState } from 'react';
import type { AlertReport, AlertResult, LoggedAlert } from '../../../core/wire/alerts.ts';
import { epochMs } from '../../../core/time/instant.ts';
import { alertWords } from '../../lib/alerts/alert-words.ts';
import { messageTexts } from '../../lib/alerts/message-texts.ts';
import { currentLocale } from '../../lib/catalogue.ts';
import { useMinute } from '../../lib/clock.ts';
import { formatMachineTime } from '../../lib/formats.ts';
import { formatCount } from '../../lib/figures.ts';
import { texts as labelTexts } from '../../lib/market/price-label-texts.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { momentText } from './moment-text.ts';
import { logTexts as texts, resultTexts } from './texts.ts';

const FIRST = 10;

/** What was sent, and what was held back and why. */
export function LogCard({ log }: Pick<AlertReport, 'log'>) {
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? log : log.slice(0, FIRST);
  return (
    <Card label={texts.title} aside={texts.lastWeek} className="c12">
      {log.length === 0 ? <p className="card__body hint">{texts.nothing}</p> : null}
      <ol className="rows alerts__log">
        {shown.map((alert) => (
          <Row key={`${alert.atMs} ${JSON.stringify(alert.facts)}`} alert={alert} />
        ))}
      </ol>
      {shown.length < log.length ? (
        <p className="card__foot">
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
  const at = epochMs(atMs);
  return (
    <li>
      <time dateTime={formatMachineTime(at)}>{momentText(at, now)}</time>
      <span className="alerts__told">
        <b>{title}</b>
        {body === undefined ? null : <small>{body}</small>}
      </span>
      <span className="alerts__result">{resultText(result)}</span>
    </li>
  );
}

function resultText(result: AlertResult): string {
  return result === 'sent' || result === 'failed' || result === 'unknown'
    ? resultTexts[result]
    : texts.heldBack({ reason: resultTexts[result] });
}
