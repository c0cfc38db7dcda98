import type { ReactNode } from 'react';
import type { AdminLedger, AdminNode } from '../../../core/wire/admin.ts';
import { MINUTE_MS, SECOND_MS } from '../../../core/time/instant.ts';
import { formatCount } from '../../lib/figures.ts';
import { Card } from '../../ui/card.tsx';
import { AccountLink, Facts, formatInstant, linesOf, Moment } from './facts.tsx';
import { adminTexts, feedStateTexts, siteTexts } from './texts.ts';

interface ServersProps {
  readonly nodes: readonly AdminNode[];
  /** This server has the accounts. */
  readonly isLinked: boolean;
}

export function Servers({ nodes, isLinked }: ServersProps) {
  return (
    <div className="stack">
      {nodes.map((node) => (
        <Card
          key={node.name}
          label={siteTexts.node({ node: node.name })}
          aside={siteTexts.streams({ streams: node.streamCount, accounts: node.accountCount })}
        >
          <Facts
            of={{
              [siteTexts.state]: node.isDraining ? siteTexts.draining : siteTexts.runs,
              [siteTexts.version]: siteTexts.versionOf({ version: node.version, schema: node.schema }),
              [siteTexts.started]: <Moment ms={node.startedMs} />,
              [siteTexts.connections]: siteTexts.connectionsOf({
                connections: formatCount(node.connections),
                streams: node.streamCount,
              }),
              ...feedFacts(node),
            }}
          />
          <Streams node={node} isLinked={isLinked} />
        </Card>
      ))}
    </div>
  );
}

interface StreamsProps extends Pick<ServersProps, 'isLinked'> {
  readonly node: AdminNode;
}

/** Who is connected to a node. */
function Streams({ node: { streams, accountCount }, isLinked }: StreamsProps) {
  if (streams.length === 0) return null;
  return (
    <>
      <ul className="rows">
        {streams.map(({ account, email, count }) => (
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
      {streams.length < accountCount ? (
        <p className="card__body admin__hint">{siteTexts.most({ count: formatCount(streams.length) })}</p>
      ) : null}
    </>
  );
}

function feedFacts({
  feed,
  isDesk,
  isWarm,
  lagMs,
  historyMs,
}: AdminNode): Readonly<Record<string, ReactNode>> {
  if (feed === null) return { [siteTexts.feed]: adminTexts.switchedOff };
  const { label, source, reason, feeds, disagreements } = feed;
  return {
    [siteTexts.desk]: isDesk ? siteTexts.runsHere : isWarm ? siteTexts.warm : siteTexts.cold,
    [siteTexts.feed]: label ?? source ?? siteTexts.noPrices({ reason: reason ?? '' }),
    [siteTexts.lag]: lagMs === null ? null : siteTexts.lagIs({ seconds: (lagMs / SECOND_MS).toFixed(1) }),
    [siteTexts.history]: siteTexts.historyLasts({ minutes: Math.floor((historyMs ?? 0) / MINUTE_MS) }),
    [siteTexts.feeds]: linesOf(
      feeds.map(({ source: one, state }) => siteTexts.feedIs({ feed: one, state: feedStateTexts[state] })),
    ),
    [siteTexts.disagreements]: disagreements.join(', ') || null,
  };
}

/** The newest ledger, and what its witnesses cosigned last. */
export function LedgerPart({ ledger }: { readonly ledger: AdminLedger | null }) {
  if (ledger === null) return <p className="admin__hint">{siteTexts.noLedger}</p>;
  const { name, size, origin, openSignals, findings, checkpoint, witnesses } = ledger;
  return (
    <div className="stack">
      <Card label={name}>
        <Facts
          of={{
            [siteTexts.size]: formatCount(size),
            [siteTexts.origin]: <code dir="ltr">{origin}</code>,
            [siteTexts.open]: formatCount(openSignals),
            [siteTexts.findings]: findingsOf(findings),
            [siteTexts.checkpoint]: (
              <pre dir="ltr" className="admin__note">
                {checkpoint}
              </pre>
            ),
          }}
        />
      </Card>
      <Card label={siteTexts.witnesses}>
        {witnesses.length === 0 ? (
          <p className="card__body admin__hint">{siteTexts.noWitnesses}</p>
        ) : (
          <Facts
            of={Object.fromEntries(
              witnesses.map(({ name: witness, last }) => [
                witness,
                last === null
                  ? siteTexts.cosignedNothing
                  : siteTexts.cosigned({ size: formatCount(last.size), time: formatInstant(last.atMs) }),
              ]),
            )}
          />
        )}
      </Card>
    </div>
  );
}

function findingsOf({ overdueSignals, silentMinutes, wrongEntries }: AdminLedger['findings']): ReactNode {
  const counts = [
    [overdueSignals, siteTexts.overdue],
    [silentMinutes, siteTexts.silent],
    [wrongEntries, siteTexts.wrong],
  ] as const;
  return linesOf(counts.filter(([count]) => count > 0).map(([count, say]) => say({ count })));
}
