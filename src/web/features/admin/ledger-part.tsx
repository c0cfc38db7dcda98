import type { AdminLedger } from '../../../core/wire/admin.ts';
import { formatCount } from '../../lib/figures.ts';
import { Card } from '../../ui/card.tsx';
import { Fact } from '../../ui/fact.tsx';
import { Facts, formatInstant } from './facts.tsx';
import { siteTexts } from './texts.ts';

/** The newest ledger, and what its witnesses cosigned last. */
export function LedgerPart({ ledger }: { readonly ledger: AdminLedger | null }) {
  if (ledger === null) return <p className="admin__hint">{siteTexts.noLedger}</p>;
  return (
    <div className="admin__stack">
      <Card label={ledger.name}>
        <Facts>
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
        </Facts>
      </Card>
      <Card label={siteTexts.witnesses}>
        {ledger.witnesses.length === 0 ? (
          <p className="card__body admin__hint">{siteTexts.noWitnesses}</p>
        ) : (
          <Facts>
            {ledger.witnesses.map(({ name, last }) => (
              <Fact key={name} name={name}>
                {last === null
                  ? siteTexts.cosignedNothing
                  : siteTexts.cosigned({ size: formatCount(last.size), time: formatInstant(last.atMs) })}
              </Fact>
            ))}
          </Facts>
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
  return lines.map((line) => (
    <span key={line} className="admin__line">
      {line}
    </span>
  ));
}
