import { useState } from 'react';
import { Link } from 'wouter';
import type { AdminSite } from '../../../core/wire/admin.ts';
import { SECOND_MS } from '../../../core/time/instant.ts';
import { useLoader } from '../../lib/loader.ts';
import { useStore } from '../../lib/store.ts';
import { Notice } from '../../ui/notice.tsx';
import { Badge } from '../../ui/tag.tsx';
import { AccountDetails } from './account-details.tsx';
import { AccountList } from './account-list.tsx';
import { ActionsContext, createActions } from './act.ts';
import { AddAccount } from './add-account.tsx';
import type { AdminApi } from './admin-api.ts';
import { AuditLog } from './audit-log.tsx';
import { zoneName } from './facts.tsx';
import { Connected, LedgerPart, Servers } from './servers-part.tsx';
import { addressOf, HOSTED_PARTS, PARTS, usePlace } from './place.ts';
import { Questions, type SignInAgain } from './questions.tsx';
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
  const siteLoaded = useLoader((signal) => api.site(signal), SITE_EVERY_MS);
  const { value: site, reload } = siteLoaded;
  // At once, not 5 s later: a key that was made leaves the count of those who wait.
  const [actions] = useState(() => createActions(reload));
  const parts = self !== undefined && self.hostedUrl === null ? PARTS : HOSTED_PARTS;
  const { part } = usePlace(parts);
  if (self === undefined) {
    return <Notice hint={problem?.message ?? ''} onRetry={api.self.reload} />;
  }
  return (
    <ActionsContext value={actions}>
      <div className="admin stack" lang="en">
        <div>
          <h1>{adminTexts.title}</h1>
          <p className="admin__lead">
            {site === undefined ? '' : `${summaryOf(site)} ${deskOf(site)}`}{' '}
            {adminTexts.times({ zone: zoneName() })}
          </p>
          {self.hostedUrl === null ? null : (
            <p className="admin__lead">{adminTexts.hosted({ url: self.hostedUrl })}</p>
          )}
        </div>
        <nav className="admin__nav row" aria-label={adminTexts.parts}>
          {parts.map((one) => (
            <Link key={one} href={addressOf({ part: one })} aria-current={one === part ? 'page' : undefined}>
              {partTexts[one]}
              {one === 'requests' && site !== undefined && site.keyRequests ? (
                <Badge>{site.keyRequests}</Badge>
              ) : null}
            </Link>
          ))}
        </nav>
        <PartInView api={api} selfId={self.id} site={siteLoaded} parts={parts} />
        <Questions actions={actions} self={self} api={api} signInAgain={signInAgain} />
      </div>
    </ActionsContext>
  );
}

function PartInView({
  api,
  selfId,
  site: { value: site, problem, reload },
  parts,
}: {
  readonly api: AdminApi;
  readonly selfId: string;
  readonly site: ReturnType<typeof useLoader<AdminSite>>;
  readonly parts: typeof PARTS | typeof HOSTED_PARTS;
}) {
  const { part, account } = usePlace(parts);
  if (part === 'audit') return <AuditLog key={account} api={api} account={account} />;
  if (part === 'accounts' && account !== undefined)
    return <AccountDetails key={account} api={api} id={account} isOwn={account === selfId} />;
  if (part === 'accounts') {
    return (
      <div className="admin__columns">
        <AccountList api={api} waiting={false} />
        <AddAccount api={api} />
      </div>
    );
  }
  if (part === 'requests') return <AccountList api={api} waiting />;
  if (site === undefined) {
    if (problem === undefined) return <output>{adminTexts.loading}</output>;
    return <NotLoaded problem={problem} reload={reload} />;
  }
  if (part === 'ledger') return <LedgerPart ledger={site.ledger} />;
  return part === 'connected' ? (
    <Connected nodes={site.nodes} isLinked={parts === PARTS} />
  ) : (
    <Servers site={site} />
  );
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
