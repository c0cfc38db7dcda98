import { useState } from 'react';
import { Link } from 'wouter';
import type { AdminSelf, AdminSite } from '../../../core/wire/admin.ts';
import { SECOND_MS } from '../../../core/time/instant.ts';
import { useLoader } from '../../lib/loader.ts';
import { useStore } from '../../lib/store.ts';
import { Notice } from '../../ui/notice.tsx';
import { Badge } from '../../ui/tag.tsx';
import { AccountDetails } from './account-details.tsx';
import { AccountList } from './account-list.tsx';
import { ActionsContext, createActions, type StepUpDialog } from './act.ts';
import { AddAccount } from './add-account.tsx';
import type { AdminApi } from './admin-api.ts';
import { AuditLog } from './audit-log.tsx';
import { zoneName } from './facts.tsx';
import { LedgerPart, Servers } from './servers-part.tsx';
import { addressOf, HOSTED_PARTS, PARTS, type Place, usePlace } from './place.ts';
import { type SignInAgain, StepUp } from './dialogs.tsx';
import { adminTexts, partTexts } from './texts.ts';
import { NotLoaded } from './loaded.tsx';
import './admin.css';

const SITE_EVERY_MS = 5 * SECOND_MS;

interface AdminViewProps {
  readonly api: AdminApi;
  readonly signInAgain: SignInAgain;
}

export function AdminView({ api, signInAgain }: AdminViewProps) {
  const { value: self, problem } = useStore(api.self);
  if (self === undefined) return <Notice hint={problem?.message ?? ''} onRetry={api.self.reload} />;
  return <Screen api={api} signInAgain={signInAgain} self={self} />;
}

interface ScreenProps extends AdminViewProps {
  readonly self: AdminSelf;
}

function Screen({ api, signInAgain, self }: ScreenProps) {
  const loading = useLoader((signal) => api.site(signal), SITE_EVERY_MS);
  const { value: site, reload } = loading;
  // The site at once, not 5 s later: a key that was made leaves the count of those who wait.
  const [actions] = useState(() => createActions(stepUpOf({ self, api, signInAgain }), reload));
  const dialog = useStore(actions.dialog);
  const { hostedUrl } = self;
  const parts = hostedUrl === null ? PARTS : HOSTED_PARTS;
  const { part, account } = usePlace(parts);
  return (
    <ActionsContext value={actions}>
      <div className="admin stack" lang="en">
        <div>
          <h1>{adminTexts.title}</h1>
          <p className="admin__lead">
            {site === undefined ? '' : `${summaryOf(site)} ${deskOf(site)}`}{' '}
            {adminTexts.times({ zone: zoneName() })}
          </p>
          {hostedUrl === null ? null : <p className="admin__lead">{adminTexts.hosted({ url: hostedUrl })}</p>}
        </div>
        <nav className="admin__nav row" aria-label={adminTexts.parts}>
          {parts.map((one) => (
            <Link key={one} href={addressOf({ part: one })} aria-current={one === part ? 'page' : undefined}>
              {partTexts[one]}
              {one === 'requests' && site?.keyRequests ? <Badge>{site.keyRequests}</Badge> : null}
            </Link>
          ))}
        </nav>
        {part === 'accounts' || part === 'requests' || part === 'audit' ? (
          <AccountsPart {...{ api, part, account, selfId: self.id }} />
        ) : (
          <SitePart {...{ part, loading, isHosted: hostedUrl !== null }} />
        )}
        {dialog}
      </div>
    </ActionsContext>
  );
}

function stepUpOf(admin: ScreenProps): StepUpDialog {
  return (answer, codeOnly) => <StepUp {...admin} codeOnly={codeOnly} answer={answer} />;
}

interface AccountsPartProps extends Place {
  readonly api: AdminApi;
  readonly selfId: string;
}

function AccountsPart({ api, part, account, selfId }: AccountsPartProps) {
  if (part === 'audit') return <AuditLog key={account} api={api} account={account} />;
  if (part === 'requests') return <AccountList api={api} waiting />;
  if (account !== undefined)
    return <AccountDetails key={account} api={api} id={account} isOwn={account === selfId} />;
  return (
    <div className="admin__columns">
      <AccountList api={api} waiting={false} />
      <AddAccount api={api} />
    </div>
  );
}

interface SitePartProps extends Place {
  readonly loading: ReturnType<typeof useLoader<AdminSite>>;
  readonly isHosted: boolean;
}

function SitePart({ part, loading: { value: site, problem, reload }, isHosted }: SitePartProps) {
  if (site === undefined)
    return problem === undefined ? (
      <output>{adminTexts.loading}</output>
    ) : (
      <NotLoaded problem={problem} reload={reload} />
    );
  if (part === 'ledger') return <LedgerPart ledger={site.ledger} />;
  return <Servers nodes={site.nodes} isLinked={!isHosted} />;
}

function summaryOf({ nodes }: AdminSite): string {
  return adminTexts.connected({
    streams: nodes.reduce((sum, node) => sum + node.streamCount, 0),
    nodes: nodes.length,
  });
}

function deskOf({ nodes }: AdminSite): string {
  if (nodes.every(({ feed }) => feed === null)) return adminTexts.switchedOff;
  const desk = nodes.find(({ isDesk }) => isDesk);
  return desk === undefined ? adminTexts.noDesk : adminTexts.deskRuns({ node: desk.name });
}
