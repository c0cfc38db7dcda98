import { type FormEvent, useState } from 'react';
import type { AdminAccountPage } from '../../../core/wire/admin.ts';
import { formatCount } from '../../lib/figures.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { TextField } from '../../ui/field.tsx';
import type { AdminApi } from './admin-api.ts';
import { AccountLink, Moment, RowsTable, StateWord } from './facts.tsx';
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
        load={async (signal, before) => {
          const page = await api.accounts({ find, waiting, after: before?.next ?? undefined }, signal);
          return { ...page, accounts: [...(before?.accounts ?? []), ...page.accounts] };
        }}
      >
        {({ accounts, total }) => (
          <>
            <output className="admin__said hint">
              {accountTexts[waiting ? 'requestCount' : 'count']({ count: total })}
            </output>
            {total === 0 ? null : <AccountTable accounts={accounts} waiting={waiting} />}
          </>
        )}
      </Pages>
    </Card>
  );
}

function AccountTable({
  accounts,
  waiting,
}: Pick<AdminAccountPage, 'accounts'> & Pick<AccountListProps, 'waiting'>) {
  const { email, traderId, state, sessions, lastSeen, asked, created } = accountTexts;
  return (
    <RowsTable
      label={accountTexts.table}
      numbers={[sessions]}
      rows={accounts.map((account) => ({
        id: account.id,
        cells: {
          [email]: (
            <span>
              <AccountLink id={account.id} text={account.email} />
              <bdi className="admin__text admin__under">{account.name}</bdi>
            </span>
          ),
          [traderId]: account.traderId,
          [state]: <StateWord account={account} />,
          [sessions]: formatCount(account.sessions),
          [lastSeen]: <Moment ms={account.lastSeenMs} />,
          [waiting ? asked : created]: <Moment ms={waiting ? account.keyRequestedMs : account.createdMs} />,
        },
      }))}
    />
  );
}
