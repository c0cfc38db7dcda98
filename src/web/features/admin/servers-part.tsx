import type { AdminLedger, AdminNode, AdminSite } from '../../../core/wire/admin.ts';
import { MINUTE_MS, SECOND_MS } from '../../../core/time/instant.ts';
import { formatCount } from '../../lib/figures.ts';
import { Card, Fact } from '../../ui/card.tsx';
import { AccountLink, formatInstant, Moment } from './facts.tsx';
import { adminTexts, feedStateTexts, siteTexts } from './texts.ts';

export function Connected({
  nodes,
  isLinked,
}: {
  readonly nodes: readonly AdminNode[];
  readonly isLinked: boolean;
}) {
  return (
    <div className="stack">
      {nodes.map((node) => (
        <Card
          key={node.name}
          label={siteTexts.connectedTo({ node: node.name })}
          aside={siteTexts.streams({ streams: node.streamCount, accounts: node.accountCount })}
        >
          {node.streams.length === 0 ? (
            <p className="card__body admin__hint">{siteTexts.nobody}</p>
          ) : (
            <ul className="rows">
              {node.streams.map(({ account, email, count }) => (
                <li key={account}>
                  {isLinked ? (
                    <AccountLink id={account} text={email ?? account} />
                  ) : (
                    <code dir="ltr">{account}</code>
                  )}
                  <span>{siteTexts.streamCount({ count })}</span>
                </li>
              ))}
            </ul>
          )}
          {node.streams.length < node.accountCount ? (
            <p className="card__body admin__hint">
              {siteTexts.most({ count: formatCount(node.streams.length) })}
            </p>
          ) : null}
        </Card>
      ))}
    </div>
  );
}

export function Servers({ site: { nodes, desk } }: { readonly site: AdminSite }) {
  return (
    <div className="stack">
      {desk === null ? null : (
        <Card label={siteTexts.lease}>
          <dl className="pairs card__body">
            <Fact name={siteTexts.term}>{formatCount(desk.term)}</Fact>
            <Fact name={siteTexts.leaseEnds}>
              <Moment ms={desk.expiresMs} />
            </Fact>
          </dl>
        </Card>
      )}
      {nodes.map((node) => (
        <Card key={node.name} label={siteTexts.node({ node: node.name })}>
          <dl className="pairs card__body">
            <Fact name={siteTexts.state}>{node.isDraining ? siteTexts.draining : siteTexts.runs}</Fact>
            <Fact name={siteTexts.version}>
              {siteTexts.versionOf({ version: node.version, schema: node.schema })}
            </Fact>
            <Fact name={siteTexts.started}>
              <Moment ms={node.startedMs} />
            </Fact>
            <Fact name={siteTexts.connections}>
              {siteTexts.connectionsOf({
                connections: formatCount(node.connections),
                streams: node.streamCount,
              })}
            </Fact>
            {node.feed === null ? (
              <Fact name={siteTexts.feed}>{adminTexts.switchedOff}</Fact>
            ) : (
              <FeedFacts node={node} feed={node.feed} />
            )}
          </dl>
        </Card>
      ))}
    </div>
  );
}

function FeedFacts({
  node: { isDesk, isWarm, lagMs, historyMs },
  feed,
}: {
  readonly node: AdminNode;
  readonly feed: NonNullable<AdminNode['feed']>;
}) {
  const { label, source, reason, feeds, disagreements } = feed;
  return (
    <>
      <Fact name={siteTexts.desk}>
        {isDesk ? siteTexts.runsHere : isWarm ? siteTexts.warm : siteTexts.cold}
      </Fact>
      <Fact name={siteTexts.feed}>{label ?? source ?? siteTexts.noPrices({ reason: reason ?? '' })}</Fact>
      <Fact name={siteTexts.lag}>
        {lagMs === null ? adminTexts.none : siteTexts.lagIs({ seconds: (lagMs / SECOND_MS).toFixed(1) })}
      </Fact>
      <Fact name={siteTexts.history}>
        {siteTexts.historyLasts({ minutes: Math.floor((historyMs ?? 0) / MINUTE_MS) })}
      </Fact>
      <Fact name={siteTexts.feeds}>
        {feeds.map(({ source: one, state }) => (
          <span key={one}>{siteTexts.feedIs({ feed: one, state: feedStateTexts[state] })}</span>
        ))}
      </Fact>
      <Fact name={siteTexts.disagreements}>{disagreements.join(', ') || adminTexts.none}</Fact>
    </>
  );
}

/** The newest ledger, and what its witnesses cosigned last. */
export function LedgerPart({ ledger }: { readonly ledger: AdminLedger | null }) {
  if (ledger === null) return <p className="admin__hint">{siteTexts.noLedger}</p>;
  return (
    <div className="stack">
      <Card label={ledger.name}>
        <dl className="pairs card__body">
          <Fact name={siteTexts.size}>{formatCount(ledger.size)}</Fact>
          <Fact name={siteTexts.origin}>
            <code dir="ltr">{ledger.origin}</code>
          </Fact>
          <Fact name={siteTexts.open}>{formatCount(ledger.openSignals)}</Fact>
          <Fact name={siteTexts.findings}>{findingsOf(ledger.findings)}</Fact>
          <Fact name={siteTexts.checkpoint}>
            <pre dir="ltr" className="admin__note">
              {ledger.checkpoint}
            </pre>
          </Fact>
        </dl>
      </Card>
      <Card label={siteTexts.witnesses}>
        {ledger.witnesses.length === 0 ? (
          <p className="card__body admin__hint">{siteTexts.noWitnesses}</p>
        ) : (
          <dl className="pairs card__body">
            {ledger.witnesses.map(({ name, last }) => (
              <Fact key={name} name={name}>
                {last === null
                  ? siteTexts.cosignedNothing
                  : siteTexts.cosigned({ size: formatCount(last.size), time: formatInstant(last.atMs) })}
              </Fact>
            ))}
          </dl>
        )}
      </Card>
    </div>
  );
}

function findingsOf({ overdueSignals, silentMinutes, wrongEntries }: AdminLedger['findings']) {
  const found = [
    [overdueSignals, siteTexts.overdue],
    [silentMinutes, siteTexts.silent],
    [wrongEntries, siteTexts.wrong],
  ] as const;
  const lines = found.filter(([count]) => count > 0).map(([count, say]) => say({ count }));
  if (lines.length === 0) return siteTexts.noFindings;
  return lines.map((line) => <span key={line}>{line}</span>);
}
