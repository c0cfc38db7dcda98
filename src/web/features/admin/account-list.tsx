import { type FormEvent, useState } from 'react';
import type { AdminAccount, AdminAccountPage } from '../../../core/wire/admin.ts';
import { formatCount } from '../../lib/figures.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { TextField } from '../../ui/field.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import type { AdminApi } from './admin-api.ts';
import { AccountLink, Moment, StateWord } from './facts.tsx';
import { accountTexts, partTexts } from './texts.ts';
import { Pages } from './loaded.tsx';

interface AccountListProps {
  readonly api: AdminApi;
  /** Only accounts whose traders wait for a new key. */
  readonly waiting: boolean;
}

export function AccountList({ api, waiting }: AccountListProps) {
  const [find, setFind] = useState('');
  function handleSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    setFind(String(new FormData(event.currentTarget).get('find')).trim());
  }
  return (
    <Card label={waiting ? partTexts.requests : partTexts.accounts}>
      {waiting ? null : (
        <form className="admin__find" onSubmit={handleSubmit}>
          <TextField
            label={accountTexts.find}
            name="find"
            type="search"
            hint={accountTexts.findHint}
            maxLength={200}
          />
          <Button look="line" type="submit">
            {accountTexts.findButton}
          </Button>
        </form>
      )}
      <Pages<AdminAccountPage>
        key={`${waiting} ${find}`}
        load={async (signal, known) => {
          const page = await api.accounts({ find, waiting, after: known?.next ?? undefined }, signal);
          return { ...page, accounts: [...(known?.accounts ?? []), ...page.accounts] };
        }}
      >
        {({ accounts, total }) => (
          <>
            <output className="admin__said hint">{countText(total, waiting)}</output>
            {total === 0 ? null : <AccountTable accounts={accounts} waiting={waiting} />}
          </>
        )}
      </Pages>
    </Card>
  );
}

function countText(total: number, waiting: boolean): string {
  if (!waiting) return accountTexts.count({ count: total });
  return total === 0 ? accountTexts.noRequests : accountTexts.requestCount({ count: total });
}

function AccountTable({
  accounts,
  waiting,
}: {
  readonly accounts: readonly AdminAccount[];
  readonly waiting: boolean;
}) {
  const heading = waiting ? accountTexts.asked : accountTexts.created;
  return (
    <DataTable
      label={accountTexts.table}
      className="data-table data-table--rows admin__table"
      columns={[
        accountTexts.email,
        accountTexts.traderId,
        accountTexts.state,
        accountTexts.sessions,
        accountTexts.lastSeen,
        heading,
      ]}
      numbers={[accountTexts.sessions]}
    >
      {accounts.map((account) => (
        <tr key={account.id}>
          <td className="admin__first">
            <span>
              <AccountLink id={account.id} text={account.email} />
              <bdi className="admin__text admin__under">{account.name}</bdi>
            </span>
          </td>
          <td data-label={accountTexts.traderId}>
            <bdi className="admin__text">{account.traderId}</bdi>
          </td>
          <td data-label={accountTexts.state}>
            <StateWord account={account} />
          </td>
          <td data-label={accountTexts.sessions} className="number">
            {formatCount(account.sessions)}
          </td>
          <td data-label={accountTexts.lastSeen}>
            <Moment ms={account.lastSeenMs} />
          </td>
          <td data-label={heading}>
            <Moment ms={waiting ? account.keyRequestedMs : account.createdMs} />
          </td>
        </tr>
      ))}
    </DataTable>
  );
}
