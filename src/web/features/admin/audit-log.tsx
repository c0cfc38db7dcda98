import { useState } from 'react';
import { Link } from 'wouter';
import type { AdminEvent, AdminEventPage } from '../../../core/wire/admin.ts';
import { Card } from '../../ui/card.tsx';
import { SelectField } from '../../ui/field.tsx';
import type { AdminApi } from './admin-api.ts';
import { Moment } from './facts.tsx';
import { addressOf } from './place.ts';
import { auditTexts, eventTexts, partTexts } from './texts.ts';
import { Pages, Rows } from './loaded.tsx';
import '../../ui/switch-row.css';

/** The audit log, the newest event first; `account` limits it to one. */
export function AuditLog({ api, account }: { readonly api: AdminApi; readonly account: string | undefined }) {
  const [what, setWhat] = useState('');
  const [refused, setRefused] = useState(false);
  const choice = { account, what, refused };
  return (
    <Card
      label={partTexts.audit}
      aside={
        account === undefined ? undefined : (
          <Link href={addressOf({ part: 'audit' })} className="reach">
            {auditTexts.everyAccount}
          </Link>
        )
      }
    >
      <div className="admin__find">
        <SelectField label={auditTexts.event} value={what} onChange={({ target }) => setWhat(target.value)}>
          <option value="">{auditTexts.all}</option>
          {Object.entries(eventTexts).map(([code, text]) => (
            <option key={code} value={code}>
              {text}
            </option>
          ))}
        </SelectField>
        <label className="admin__check">
          <input type="checkbox" checked={refused} onChange={({ target }) => setRefused(target.checked)} />
          {auditTexts.refused}
        </label>
      </div>
      {account === undefined ? null : <p className="admin__said">{auditTexts.about({ account })}</p>}
      <Pages<AdminEventPage>
        key={JSON.stringify(choice)}
        load={async (signal, known) => {
          const page = await api.events(choice, known?.next ?? undefined, signal);
          return { ...page, events: [...(known?.events ?? []), ...page.events] };
        }}
      >
        {({ events }) =>
          events.length === 0 ? (
            <output className="admin__said">{auditTexts.empty}</output>
          ) : (
            <EventTable events={events} />
          )
        }
      </Pages>
    </Card>
  );
}

function EventTable({ events }: { readonly events: readonly AdminEvent[] }) {
  const text = (words: string | null) => <bdi className="admin__text">{words}</bdi>;
  return (
    <Rows
      label={auditTexts.table}
      rows={events}
      columns={[
        [auditTexts.time, ({ atMs }) => <Moment ms={atMs} />],
        [auditTexts.event, ({ what }) => eventTexts[what as keyof typeof eventTexts] ?? what],
        [auditTexts.account, ({ email, account }) => text(email ?? account)],
        [
          auditTexts.by,
          ({ operator, account }) => text(operator ?? (account === null ? '' : auditTexts.owner)),
        ],
        [
          auditTexts.result,
          ({ result }) => (result === 'ok' ? auditTexts.ok : <code dir="ltr">{result}</code>),
        ],
        [auditTexts.address, ({ ip }) => <bdi>{ip}</bdi>],
      ]}
    />
  );
}
