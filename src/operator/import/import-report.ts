import { formatCivil } from '../../core/time/civil-date.ts';
import { clockNames } from '../../core/price-files/judge-history.ts';
import { layoutLabel } from '../../core/price-files/layout.ts';
import type { DatasetMeta } from '../../server/market/dataset-store.ts';
import type { CheckedImport, ImportOutcome } from './import-history.ts';

/** The result of an import as lines for people. */
export function importReport(outcome: ImportOutcome): string {
  const { meta } = outcome;
  if (outcome.status === 'known') {
    const what = outcome.sameFile
      ? 'This file was imported before'
      : 'These prices were imported before, from another file';
    return `${what}, as ${meta.name} (${number(meta.rows)} rows). Nothing was added.`;
  }
  const { report, weekends } = outcome;
  const pairs: (readonly [string, string] | undefined)[] = [
    ['Layout', layoutLabel(outcome.layout)],
    [
      'Pair',
      `${meta.pair}, ${meta.digitsUsed} decimals used of ${meta.digits} kept (written with ${outcome.decimals})`,
    ],
    ['Clock', clockLine(outcome)],
    ['Rows', `${number(report.rowsKept)} kept of ${number(report.rowsIn)}`],
    ['First, last', `${formatCivil(report.firstMs, true)}, ${formatCivil(report.lastMs, true)} UTC`],
    ['Gaps', gapLine(outcome)],
    ...dropped(outcome),
    meta.kind === 'ticks'
      ? [
          'Crossed, zero spread',
          `${number(report.crossedQuotes.count)}, ${number(report.zeroSpreads.count)} (kept)`,
        ]
      : undefined,
    weekends.weekends === 0 ? ['Weekends', 'none in the file, so the clock could not be checked'] : undefined,
  ];
  const rows = pairs.filter((pair) => pair !== undefined);
  const width = Math.max(...rows.map(([name]) => name.length));
  const lines = rows.map(([name, value]) => `${`${name}:`.padEnd(width + 2)}${value}`);
  for (const { message, hint, line } of outcome.findings) {
    lines.push(`Warning: ${line === undefined ? '' : `line ${line}: `}${message} ${hint}`);
  }
  lines.push(
    outcome.status === 'checked'
      ? `Checked only (--dry-run): it would be stored as ${meta.name}.`
      : `Stored as ${meta.name}.`,
  );
  return lines.join('\n');
}

function clockLine({ meta, weekends }: CheckedImport): string {
  if (weekends.weekends === 0) return meta.clock;
  const fit = `${weekends.weekends - weekends.clockMisses} of ${weekends.weekends} weekends fall at Friday to Sunday 17:00 New York`;
  const same = weekends.best.filter(({ clock }) => clock.name !== meta.clock);
  return weekends.clockMisses > 0 && same.length > 0
    ? `${meta.clock}; ${fit}; better: ${clockNames(same)}`
    : `${meta.clock}; ${fit}`;
}

function gapLine({ report }: CheckedImport): string {
  const longest = report.longestGaps[0];
  const counts = `${number(report.gapsOver5Min)} over 5 minutes, ${number(report.gapsOver60Min)} over an hour`;
  return longest === undefined
    ? counts
    : `${counts}; longest ${formatCivil(longest.fromMs)} to ${formatCivil(longest.toMs)} UTC`;
}

function dropped({ report, conversion, badLines }: CheckedImport): readonly (readonly [string, string])[] {
  const kinds: readonly (readonly [string, number])[] = [
    ['repeated', report.identicalDuplicates.count],
    ['repeated with other prices', report.conflictingDuplicates.count],
    ['flat weekend bars without volume', report.weekendFillers.count],
    ['flat holiday bars without volume', report.weekdayFillers.count],
    ['outside the FX week', report.outsideWeek.count],
    ['unreadable lines', badLines],
  ];
  const found = kinds.filter(([, count]) => count > 0).map(([name, count]) => `${number(count)} ${name}`);
  const lines: [string, string][] = [];
  if (found.length > 0) lines.push(['Dropped', found.join(', ')]);
  if (conversion.outOfOrder > 0)
    lines.push(['Out of order', `${number(conversion.outOfOrder)} rows (sorted)`]);
  return lines;
}

function number(value: number): string {
  return value.toLocaleString('en-US');
}

/** A data set as a JSON document. */
export function datasetDocument({
  name,
  pair,
  kind,
  source,
  clock,
  rows,
  firstMs,
  lastMs,
  sha256,
  importedAt,
}: Omit<DatasetMeta, 'columns' | 'version'>): object {
  return {
    name,
    pair,
    kind,
    source,
    clock,
    rows,
    first: new Date(firstMs).toISOString(),
    last: new Date(lastMs).toISOString(),
    sha256,
    importedAt,
  };
}

/** The result of an import as one JSON document, for scripts. */
export function importDocument(outcome: ImportOutcome, seconds: number): object {
  const { meta } = outcome;
  const common = {
    ok: true,
    status:
      outcome.status === 'known' ? 'already-imported' : outcome.status === 'checked' ? 'checked' : 'imported',
    ...datasetDocument(meta),
    layout: meta.layout,
    digits: meta.digits,
    digitsUsed: meta.digitsUsed,
  };
  if (outcome.status === 'known') return { ...common, sameFile: outcome.sameFile };
  const { report, conversion, weekends, findings } = outcome;
  return {
    ...common,
    rowsRead: report.rowsIn,
    gaps: {
      over5Min: report.gapsOver5Min,
      over60Min: report.gapsOver60Min,
      longest: report.longestGaps.map(({ fromMs, toMs }) => ({
        from: new Date(fromMs).toISOString(),
        to: new Date(toMs).toISOString(),
      })),
    },
    dropped: {
      identicalDuplicates: report.identicalDuplicates.count,
      conflictingDuplicates: report.conflictingDuplicates.count,
      weekendFillers: report.weekendFillers.count,
      weekdayFillers: report.weekdayFillers.count,
      outsideWeek: report.outsideWeek.count,
      badLines: outcome.badLines,
    },
    outOfOrder: conversion.outOfOrder,
    crossedQuotes: report.crossedQuotes.count,
    zeroSpreads: report.zeroSpreads.count,
    roundedPrices: report.roundedPrices.count,
    weekends: {
      found: weekends.weekends,
      atOtherTimes: weekends.clockMisses,
      fittingClocks: weekends.best.slice(0, 5).map(({ clock }) => clock.name),
    },
    warnings: findings.map(({ code, message, hint, line }) => ({ code, message, hint, line })),
    seconds: Number(seconds.toFixed(3)),
  };
}
