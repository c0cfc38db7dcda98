import { type FormEvent, useState } from 'react';
import type { AdminAccount, AdminAccountPage } from '../../../core/protocol/admin-protocol.ts';
import { formatCount } from '../../lib/figures.ts';
import { createLoader } from '../../lib/loader.ts';
import { useStore } from '../../lib/store.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { TextField } from '../../ui/field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { AccountLink } from './account-link.tsx';
import type { AdminApi } from './admin-api.ts';
import { Moment } from './moment.tsx';
import { StateWord } from './state-word.tsx';
import { accountTexts, adminTexts, partTexts } from './texts.ts';

interface AccountListProps {
  readonly api: AdminApi;
  /** Only those whose traders wait for a new key. */
  readonly waiting: boolean;
}

/** Accounts, the newest first, by what is looked for. */
export function AccountList({ api, waiting }: AccountListProps) {
  const [find, setFind] = useState('');
  function handleSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    setFind(String(new FormData(event.currentTarget).get('find')).trim());
  }
  return (
    <Card label={waiting ? partTexts.requests : partTexts.accounts} className="admin__list">
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
      <FoundAccounts key={`${waiting} ${find}`} api={api} waiting={waiting} find={find} />
    </Card>
  );
}

function FoundAccounts({ api, waiting, find }: AccountListProps & { readonly find: string }) {
  const [loader] = useState(() =>
    createLoader<AdminAccountPage>(async (signal, known) => {
      if (known === undefined) return api.accounts({ find, waiting }, signal);
      const page = await api.accounts({ find, waiting, after: known.next ?? undefined }, signal);
      return { ...page, accounts: [...known.accounts, ...page.accounts] };
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
  const { accounts, total, next } = value;
  return (
    <>
      <output className="admin__said">{countText(total, waiting)}</output>
      {total === 0 ? null : <AccountTable accounts={accounts} waiting={waiting} />}
      {problem === undefined ? null : (
        <Notice title={adminTexts.didNotLoad} hint={problem.message} onRetry={loader.reload} />
      )}
      {next === null ? null : (
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
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
    <section className="table-frame" tabIndex={0} aria-label={accountTexts.table}>
      <table className="admin__table admin__table--accounts">
        <thead>
          <tr>
            <th scope="col">{accountTexts.email}</th>
            <th scope="col">{accountTexts.traderId}</th>
            <th scope="col">{accountTexts.state}</th>
            <th scope="col" className="number">
              {accountTexts.sessions}
            </th>
            <th scope="col">{accountTexts.lastSeen}</th>
            <th scope="col">{waiting ? accountTexts.asked : accountTexts.created}</th>
          </tr>
        </thead>
        <tbody>
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
              <td data-label={waiting ? accountTexts.asked : accountTexts.created}>
                <Moment ms={waiting ? account.keyRequestedMs : account.createdMs} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
