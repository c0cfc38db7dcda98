import { type ReactNode, useState } from 'react';
import { Link } from 'wouter';
import type { AdminAccount, AdminAccountDetails, AdminSession } from '../../../core/wire/admin.ts';
import { formatCount } from '../../lib/figures.ts';
import { useLoader } from '../../lib/loader.ts';
import { Button } from '../../ui/button.tsx';
import { Badge } from '../../ui/tag.tsx';
import { showToast } from '../../ui/toasts.ts';
import { Fact, BodyCard, Card } from '../../ui/card.tsx';
import { useActions, whyNot } from './act.ts';
import type { AdminApi } from './admin-api.ts';
import { formatInstant, Moment, StateWord } from './facts.tsx';
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
        <Known details={value} api={api} isOwn={isOwn} onChange={reload} />
      )}
    </div>
  );
}

interface KnownProps {
  readonly details: AdminAccountDetails;
  readonly api: AdminApi;
  readonly isOwn: boolean;
  readonly onChange: () => void;
}

function Known({ details: { account, sessions, streams }, api, isOwn, onChange }: KnownProps) {
  const [busy, setBusy] = useState<string>();
  const { act } = useActions();

  /** Runs the action of a button; `done` is the message afterwards. */
  async function perform(name: string, run: () => Promise<unknown>, done?: string) {
    setBusy(name);
    try {
      if ((await act(run)) === undefined) return;
      if (done !== undefined) showToast({ title: account.email, text: done });
    } catch (error) {
      showToast({ title: adminTexts.title, text: whyNot(error) }, 'failure');
    } finally {
      setBusy(undefined);
      onChange();
    }
  }

  return (
    <div className="admin__columns">
      <div className="stack">
        <Card label={account.email} aside={<StateWord account={account} />}>
          <dl className="pairs card__body">
            <Fact name={accountTexts.traderId}>
              <bdi>{account.traderId ?? adminTexts.none}</bdi>
            </Fact>
            <Fact name={accountTexts.name}>
              <bdi>{account.name ?? adminTexts.none}</bdi>
            </Fact>
            <Fact name={detailTexts.id}>
              <code dir="ltr">{account.id}</code>
            </Fact>
            <Fact name={accountTexts.created}>
              <Moment ms={account.createdMs} />
            </Fact>
            <Fact name={detailTexts.lastSignIn}>
              <Moment ms={account.lastSignInMs} />
            </Fact>
            <Fact name={accountTexts.lastSeen}>
              <Moment ms={account.lastSeenMs} /> <small className="hint">{detailTexts.lastSeenMeans}</small>
            </Fact>
            <Fact name={accountTexts.asked}>
              <Moment ms={account.keyRequestedMs} />
            </Fact>
            <Fact name={detailTexts.streams}>
              {streams.length === 0
                ? adminTexts.none
                : streams.map(({ node, count }) => (
                    <span key={node}>{detailTexts.streamsOn({ count: formatCount(count), node })}</span>
                  ))}
            </Fact>
          </dl>
        </Card>
        <Sessions
          sessions={sessions}
          busy={busy}
          onEnd={(session) =>
            void perform(session, () => api.endSessions(account.id, session), detailTexts.ended)
          }
        />
      </div>
      <AccountActions api={api} account={account} isOwn={isOwn} busy={busy} perform={perform} />
    </div>
  );
}

interface AccountActionsProps {
  readonly api: AdminApi;
  readonly account: AdminAccount;
  readonly isOwn: boolean;
  readonly busy: string | undefined;
  readonly perform: (name: string, run: () => Promise<unknown>, done?: string) => Promise<void>;
}

function AccountActions({ api, account, isOwn, busy, perform }: AccountActionsProps) {
  const { confirm, showKey } = useActions();
  const { id, email } = account;
  const ask = (title: string, text: string, button: string) => confirm({ title, text, button });

  async function handleDisable() {
    const { confirmDisable, disableMeans, disable, disabled } = detailTexts;
    if (await ask(confirmDisable({ email }), disableMeans, disable))
      await perform('disable', () => api.disable(id), disabled);
  }
  async function handleReset() {
    const { confirmReset, resetMeans, resetKey } = detailTexts;
    if (!(await ask(confirmReset({ email }), resetMeans, resetKey))) return;
    let key: string | undefined;
    await perform('reset', async () => {
      const made = await api.resetKey(id);
      key = made.key;
      return made;
    });
    if (key !== undefined) await showKey({ email, key });
  }
  async function handleEndAll() {
    const { confirmEndAll, endAllMeans, endAll, endedAll } = detailTexts;
    if (await ask(confirmEndAll({ email }), endAllMeans, endAll))
      await perform('end-all', () => api.endSessions(id), endedAll);
  }

  return (
    <BodyCard label={detailTexts.actions} bodyClassName="admin__form wraps">
      {isOwn ? (
        <p className="admin__hint">{detailTexts.ownAccount}</p>
      ) : (
        <>
          {account.isAdmin ? (
            <p className="admin__hint">{detailTexts.adminAccount}</p>
          ) : (
            <ActionButton name="reset" busy={busy} onClick={() => void handleReset()}>
              {detailTexts.resetKey}
            </ActionButton>
          )}
          {account.state === 'disabled' ? (
            <ActionButton
              name="enable"
              busy={busy}
              onClick={() => void perform('enable', () => api.enable(id), detailTexts.enabled)}
            >
              {detailTexts.enable}
            </ActionButton>
          ) : (
            <ActionButton name="disable" busy={busy} onClick={() => void handleDisable()}>
              {detailTexts.disable}
            </ActionButton>
          )}
        </>
      )}
      <ActionButton name="end-all" busy={busy} onClick={() => void handleEndAll()}>
        {detailTexts.endAll}
      </ActionButton>
      <Link href={addressOf({ part: 'audit', account: id })} className="btn btn--line">
        {detailTexts.audit}
      </Link>
    </BodyCard>
  );
}

/** Busy while its own action is under way, and waits while another one is. */
function ActionButton({
  name,
  busy,
  onClick,
  children,
}: {
  readonly name: string;
  readonly busy: string | undefined;
  readonly onClick: () => void;
  readonly children: ReactNode;
}) {
  return (
    <Button
      look="line"
      onClick={() => {
        if (busy === undefined) onClick();
      }}
      busyLabel={busy === name ? adminTexts.busy : undefined}
    >
      {children}
    </Button>
  );
}

function Sessions({
  sessions,
  busy,
  onEnd,
}: {
  readonly sessions: readonly AdminSession[];
  readonly busy: string | undefined;
  readonly onEnd: (session: string) => void;
}) {
  return (
    <Card label={detailTexts.sessionList} aside={formatCount(sessions.length)}>
      {sessions.length === 0 ? <p className="card__body admin__hint">{detailTexts.noSessions}</p> : null}
      <ul className="rows admin__sessions">
        {sessions.map(({ id, ip, userAgent, createdMs, usedMs, isThis }) => (
          <li key={id}>
            <dl className="how">
              <Fact name={detailTexts.address}>
                <bdi>{ip ?? detailTexts.unknown}</bdi>
              </Fact>
              <Fact name={detailTexts.used}>
                <Moment ms={usedMs} />
              </Fact>
              <Fact name={detailTexts.opened}>
                <Moment ms={createdMs} />
              </Fact>
              <Fact name={detailTexts.device}>
                <bdi>{userAgent ?? detailTexts.unknown}</bdi>
              </Fact>
            </dl>
            {isThis ? (
              <Badge>{detailTexts.thisOne}</Badge>
            ) : (
              <Button
                look="line"
                size="small"
                aria-label={detailTexts.endOneOf({
                  address: ip ?? detailTexts.unknown,
                  time: formatInstant(usedMs),
                })}
                onClick={() => {
                  if (busy === undefined) onEnd(id);
                }}
                busyLabel={busy === id ? adminTexts.busy : undefined}
              >
                {detailTexts.endOne}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </Card>
  );
}
