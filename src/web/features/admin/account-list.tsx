import { type FormEvent, useState } from 'react';
import type { AdminAccount, AdminAccountPage } from '../../../core/wire/admin.ts';
import { formatCount } from '../../lib/figures.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { TextField } from '../../ui/field.tsx';
import type { AdminApi } from './admin-api.ts';
import { AccountLink, Moment, StateWord } from './facts.tsx';
import { accountTexts, partTexts } from './texts.ts';
import { Pages, Rows } from './loaded.tsx';

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
            <output className="admin__said">{countText(total, waiting)}</output>
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
  return (
    <Rows
      label={accountTexts.table}
      rows={accounts}
      numbers={[accountTexts.sessions]}
      columns={[
        [
          accountTexts.email,
          ({ id, email, name }) => (
            <span>
              <AccountLink id={id} text={email} />
              <bdi className="admin__text admin__under">{name}</bdi>
            </span>
          ),
        ],
        [accountTexts.traderId, ({ traderId }) => <bdi className="admin__text">{traderId}</bdi>],
        [accountTexts.state, (account) => <StateWord account={account} />],
        [accountTexts.sessions, ({ sessions }) => formatCount(sessions)],
        [accountTexts.lastSeen, ({ lastSeenMs }) => <Moment ms={lastSeenMs} />],
        waiting
          ? [accountTexts.asked, ({ keyRequestedMs }) => <Moment ms={keyRequestedMs} />]
          : [accountTexts.created, ({ createdMs }) => <Moment ms={createdMs} />],
      ]}
    />
  );
}
