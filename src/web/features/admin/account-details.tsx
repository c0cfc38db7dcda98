import { useState } from 'react';
import { Link } from 'wouter';
import type { AdminAccount, AdminAccountDetails, AdminSession } from '../../../core/wire/admin.ts';
import { formatCount } from '../../lib/figures.ts';
import { useLoader } from '../../lib/loader.ts';
import { Button } from '../../ui/button.tsx';
import { Badge } from '../../ui/tag.tsx';
import { showToast } from '../../ui/toasts.ts';
import { BodyCard, Card } from '../../ui/card.tsx';
import { useActions } from './act.ts';
import type { AdminApi } from './admin-api.ts';
import { Confirm, NewKey } from './dialogs.tsx';
import { Facts, formatInstant, linesOf, Moment, StateWord } from './facts.tsx';
import { addressOf } from './place.ts';
import { accountTexts, adminTexts, detailTexts } from './texts.ts';
import { NotLoaded } from './loaded.tsx';

interface AccountDetailsProps {
  readonly api: AdminApi;
  readonly id: string;
  /** The account is the viewing admin's own. */
  readonly isOwn: boolean;
}

export function AccountDetails({ api, id, isOwn }: AccountDetailsProps) {
  const { value, problem, reload } = useLoader((signal) => api.account(id, signal));
  return (
    <div className="stack">
      <Link href={addressOf({ part: 'accounts' })} className="admin__back reach">
        {detailTexts.back}
      </Link>
      <NotLoaded problem={problem} reload={reload} />
      {value === undefined ? (
        <output>{problem === undefined ? adminTexts.loading : ''}</output>
      ) : (
        <Details details={value} api={api} isOwn={isOwn} onChange={reload} />
      )}
    </div>
  );
}

interface DetailsProps {
  readonly details: AdminAccountDetails;
  readonly api: AdminApi;
  readonly isOwn: boolean;
  readonly onChange: () => void;
}

interface Action<T> {
  readonly button: string;
  /** What is asked first. */
  readonly question?: { readonly title: string; readonly text: string };
  readonly run: () => Promise<T>;
  /** The message afterwards. */
  readonly done?: string;
}

/** Runs the actions on an account, one at a time; `busy` is the name of the one that is under way. */
function usePerform({ email }: AdminAccount, onChange: () => void) {
  const [busy, setBusy] = useState<string>();
  const { act, ask } = useActions();
  async function perform<T>({ button, question, run, done }: Action<T>, name = button) {
    if (busy !== undefined) return undefined;
    const asked = question && { ...question, button };
    if (asked && !(await ask<boolean>((answer) => <Confirm {...asked} answer={answer} />))) return undefined;
    setBusy(name);
    try {
      const result = await act(run);
      if (result !== undefined && done !== undefined) showToast({ title: email, text: done });
      return result;
    } catch (error) {
      showToast({ title: adminTexts.title, text: (error as Error).message }, 'failure');
      return undefined;
    } finally {
      setBusy(undefined);
      onChange();
    }
  }
  return { busy, ask, perform };
}

function actionsOn({ id, email }: AdminAccount, api: AdminApi) {
  const { resetKey, disable, enable, endAll, endOne, ended } = detailTexts;
  return {
    reset: {
      button: resetKey,
      question: { title: detailTexts.confirmReset({ email }), text: detailTexts.resetMeans },
      run: () => api.resetKey(id),
    },
    disable: {
      button: disable,
      question: { title: detailTexts.confirmDisable({ email }), text: detailTexts.disableMeans },
      run: () => api.disable(id),
      done: detailTexts.disabled,
    },
    enable: { button: enable, run: () => api.enable(id), done: detailTexts.enabled },
    endAll: {
      button: endAll,
      question: { title: detailTexts.confirmEndAll({ email }), text: detailTexts.endAllMeans },
      run: () => api.endSessions(id),
      done: detailTexts.endedAll,
    },
    endOne: (session: string) => ({ button: endOne, run: () => api.endSessions(id, session), done: ended }),
  };
}

function Details({ details: { account, sessions, streams }, api, isOwn, onChange }: DetailsProps) {
  const { busy, ask, perform } = usePerform(account, onChange);
  const { reset, disable, enable, endAll, endOne } = actionsOn(account, api);
  const { id, email } = account;
  async function resetKey(): Promise<void> {
    const made = await perform(reset);
    if (made !== undefined)
      await ask<void>((answer) => <NewKey email={email} value={made.key} answer={answer} />);
  }
  const buttonOf = (action: Action<unknown>, onClick: () => unknown = () => perform(action)) => (
    <Button
      look="line"
      onClick={() => void onClick()}
      busyLabel={busy === action.button ? adminTexts.busy : undefined}
    >
      {action.button}
    </Button>
  );
  return (
    <div className="admin__columns">
      <div className="stack">
        <Card label={email} aside={<StateWord account={account} />}>
          <Facts
            of={{
              [accountTexts.traderId]: account.traderId,
              [accountTexts.name]: account.name,
              [detailTexts.id]: <code dir="ltr">{id}</code>,
              [accountTexts.created]: <Moment ms={account.createdMs} />,
              [detailTexts.lastSignIn]: <Moment ms={account.lastSignInMs} />,
              [accountTexts.lastSeen]: (
                <>
                  <Moment ms={account.lastSeenMs} />{' '}
                  <small className="hint">{detailTexts.lastSeenMeans}</small>
                </>
              ),
              [accountTexts.asked]: <Moment ms={account.keyRequestedMs} />,
              [detailTexts.streams]: linesOf(
                streams.map(({ node, count }) => detailTexts.streamsOn({ count: formatCount(count), node })),
              ),
            }}
          />
        </Card>
        <Sessions
          sessions={sessions}
          busy={busy}
          onEnd={(session) => void perform(endOne(session), session)}
        />
      </div>
      <BodyCard label={detailTexts.actions} bodyClassName="admin__form wraps">
        {isOwn ? (
          <p className="admin__hint">{detailTexts.ownAccount}</p>
        ) : (
          <>
            {account.isAdmin ? (
              <p className="admin__hint">{detailTexts.adminAccount}</p>
            ) : (
              buttonOf(reset, resetKey)
            )}
            {buttonOf(account.state === 'disabled' ? enable : disable)}
          </>
        )}
        {buttonOf(endAll)}
        <Link href={addressOf({ part: 'audit', account: id })} className="btn btn--line">
          {detailTexts.audit}
        </Link>
      </BodyCard>
    </div>
  );
}

interface SessionsProps {
  readonly sessions: readonly AdminSession[];
  readonly busy: string | undefined;
  readonly onEnd: (session: string) => void;
}

function Sessions({ sessions, busy, onEnd }: SessionsProps) {
  const { sessionList, noSessions, address, used, opened, device, thisOne, endOne } = detailTexts;
  return (
    <Card label={sessionList} aside={formatCount(sessions.length)}>
      {sessions.length === 0 ? <p className="card__body admin__hint">{noSessions}</p> : null}
      <ul className="rows admin__sessions">
        {sessions.map(({ id, ip, userAgent, createdMs, usedMs, isThis }) => (
          <li key={id}>
            <Facts
              className="admin__session"
              of={{
                [address]: ip ?? detailTexts.unknown,
                [used]: <Moment ms={usedMs} />,
                [opened]: <Moment ms={createdMs} />,
                [device]: userAgent ?? detailTexts.unknown,
              }}
            />
            {isThis ? (
              <Badge>{thisOne}</Badge>
            ) : (
              <Button
                look="line"
                size="small"
                aria-label={detailTexts.endOneOf({
                  address: ip ?? detailTexts.unknown,
                  time: formatInstant(usedMs),
                })}
                onClick={() => onEnd(id)}
                busyLabel={busy === id ? adminTexts.busy : undefined}
              >
                {endOne}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </Card>
  );
}
