import { useState } from 'react';
import { Link } from 'wouter';
import type { AdminEvent, AdminEventPage } from '../../../core/wire/admin.ts';
import { Card } from '../../ui/card.tsx';
import { SelectField } from '../../ui/field.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import type { AdminApi } from './admin-api.ts';
import { Moment } from './facts.tsx';
import { addressOf } from './place.ts';
import { auditTexts, eventTexts, partTexts } from './texts.ts';
import { Pages } from './loaded.tsx';
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
        <SelectField
          label={auditTexts.event}
          value={what}
          options={[['', auditTexts.all], ...Object.entries(eventTexts)]}
          onValue={setWhat}
        />
        <label className="admin__check">
          <input type="checkbox" checked={refused} onChange={({ target }) => setRefused(target.checked)} />
          {auditTexts.refused}
        </label>
      </div>
      {account === undefined ? null : <p className="admin__said hint">{auditTexts.about({ account })}</p>}
      <Pages<AdminEventPage>
        key={JSON.stringify(choice)}
        load={async (signal, known) => {
          const page = await api.events(choice, known?.next ?? undefined, signal);
          return { ...page, events: [...(known?.events ?? []), ...page.events] };
        }}
      >
        {({ events }) =>
          events.length === 0 ? (
            <output className="admin__said hint">{auditTexts.empty}</output>
          ) : (
            <EventTable events={events} />
          )
        }
      </Pages>
    </Card>
  );
}

function EventTable({ events }: { readonly events: readonly AdminEvent[] }) {
  return (
    <DataTable
      label={auditTexts.table}
      className="data-table data-table--rows admin__table"
      columns={[
        auditTexts.time,
        auditTexts.event,
        auditTexts.account,
        auditTexts.by,
        auditTexts.result,
        auditTexts.address,
      ]}
    >
      {events.map((event) => (
        <tr key={event.id}>
          <td className="admin__first">
            <Moment ms={event.atMs} />
          </td>
          <td data-label={auditTexts.event}>
            {eventTexts[event.what as keyof typeof eventTexts] ?? event.what}
          </td>
          <td data-label={auditTexts.account}>
            <bdi className="admin__text">{event.email ?? event.account}</bdi>
          </td>
          <td data-label={auditTexts.by}>
            <bdi className="admin__text">
              {event.operator ?? (event.account === null ? '' : auditTexts.owner)}
            </bdi>
          </td>
          <td data-label={auditTexts.result}>
            {event.result === 'ok' ? auditTexts.ok : <code dir="ltr">{event.result}</code>}
          </td>
          <td data-label={auditTexts.address}>
            <bdi>{event.ip}</bdi>
          </td>
        </tr>
      ))}
    </DataTable>
  );
}
