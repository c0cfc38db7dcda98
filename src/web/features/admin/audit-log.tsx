import { useState } from 'react';
import { Link } from 'wouter';
import type { AdminEventPage } from '../../../core/wire/admin.ts';
import { Card } from '../../ui/card.tsx';
import { SelectField } from '../../ui/field.tsx';
import type { AdminApi } from './admin-api.ts';
import { Moment, RowsTable } from './facts.tsx';
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
        <label className="tick">
          <input type="checkbox" checked={refused} onChange={({ target }) => setRefused(target.checked)} />
          {auditTexts.refused}
        </label>
      </div>
      {account === undefined ? null : <p className="admin__said hint">{auditTexts.about({ account })}</p>}
      <Pages<AdminEventPage>
        key={JSON.stringify(choice)}
        load={async (signal, before) => {
          const page = await api.events(choice, before?.next ?? undefined, signal);
          return { ...page, events: [...(before?.events ?? []), ...page.events] };
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

function EventTable({ events }: Pick<AdminEventPage, 'events'>) {
  const { table, time, event, account, by, result, address, owner, ok } = auditTexts;
  return (
    <RowsTable
      label={table}
      rows={events.map((one) => ({
        id: one.id,
        cells: {
          [time]: <Moment ms={one.atMs} />,
          [event]: eventTexts[one.what as keyof typeof eventTexts] ?? one.what,
          [account]: one.email ?? one.account,
          [by]: one.operator ?? (one.account === null ? '' : owner),
          [result]: one.result === 'ok' ? ok : <code dir="ltr">{one.result}</code>,
          [address]: one.ip,
        },
      }))}
    />
  );
}
