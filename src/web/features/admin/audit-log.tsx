import { useState } from 'react';
import { Link } from 'wouter';
import type { AdminEvent, AdminEventPage } from '../../../core/protocol/admin-protocol.ts';
import { createLoader } from '../../lib/loader.ts';
import { useStore } from '../../lib/store.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { SelectField } from '../../ui/field.tsx';
import { Notice } from '../../ui/notice.tsx';
import type { AdminApi, EventChoice } from './admin-api.ts';
import { Moment } from './moment.tsx';
import { addressOf } from './place.ts';
import { adminTexts, auditTexts, eventTexts, partTexts } from './texts.ts';

/** Who did what, the newest first; `account`: only what is about it. */
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
      <Events key={JSON.stringify(choice)} api={api} choice={choice} />
    </Card>
  );
}

function Events({ api, choice }: { readonly api: AdminApi; readonly choice: EventChoice }) {
  const [loader] = useState(() =>
    createLoader<AdminEventPage>(async (signal, known) => {
      const page = await api.events(choice, known?.next ?? undefined, signal);
      return { ...page, events: [...(known?.events ?? []), ...page.events] };
    }),
  );
  const { value, problem, isLoading } = useStore(loader);
  if (value === undefined) {
    return problem === undefined ? (
      <output className="admin__said">{adminTexts.loading}</output>
    ) : (
      <Notice title={adminTexts.didNotLoad} hint={problem.message} onRetry={loader.reload} />
    );
  }
  if (value.events.length === 0) return <output className="admin__said">{auditTexts.empty}</output>;
  return (
    <>
      <EventTable events={value.events} />
      {problem === undefined ? null : (
        <Notice title={adminTexts.didNotLoad} hint={problem.message} onRetry={loader.reload} />
      )}
      {value.next === null ? null : (
        <div className="admin__more">
          <Button
            look="line"
            size="small"
            onClick={loader.reload}
            busyLabel={isLoading ? adminTexts.busy : undefined}
          >
            {adminTexts.more}
          </Button>
        </div>
      )}
    </>
  );
}

function EventTable({ events }: { readonly events: readonly AdminEvent[] }) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
    <section className="table-frame" tabIndex={0} aria-label={auditTexts.table}>
      <table className="admin__table">
        <thead>
          <tr>
            <th scope="col">{auditTexts.time}</th>
            <th scope="col">{auditTexts.event}</th>
            <th scope="col">{auditTexts.account}</th>
            <th scope="col">{auditTexts.by}</th>
            <th scope="col">{auditTexts.result}</th>
            <th scope="col">{auditTexts.address}</th>
          </tr>
        </thead>
        <tbody>
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
        </tbody>
      </table>
    </section>
  );
}
