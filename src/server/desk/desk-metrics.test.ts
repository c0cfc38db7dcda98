import { Registry } from 'prom-client';
import { expect, test } from 'vitest';
import { signalId } from '../../core/signals/ledger-entry.ts';
import { measureStatus, NO_DESK, countRecorded, createDeskFigures } from './desk-status.ts';

test('what the desk counted and how the node stands to it shows, each time it is asked for', async () => {
  const registry = new Registry();
  const figures = createDeskFigures();
  for (const metric of Object.values(figures)) registry.registerMetric(metric as never);
  let status = NO_DESK;
  measureStatus(registry, {
    state: () => status.state(),
    isCutOff: () => status.isCutOff(),
    clockAheadMs: () => status.clockAheadMs(),
    isWarm: () => status.isWarm(),
    term: () => status.term(),
    isListening: () => status.isListening(),
    entriesBehind: () => status.entriesBehind(),
    beatAgeMs: () => status.beatAgeMs(),
    openSignals: () => status.openSignals(),
  });
  const atFirst = await registry.metrics();
  expect(atFirst).toContain('pipcast_open_signals 0');
  expect(atFirst).toContain('pipcast_desk_leader 0');
  // What has never happened is 0 and not absent, so that its first time is an increase.
  for (const sample of [
    'signals_total{mode="bot"}',
    'settlements_total{outcome="void"}',
    'voids_total{reason="late"}',
    'abstentions_total{mode="special"}',
    'outages_total{reason="no-feed"}',
    'ledger_append_failures_total',
  ])
    expect(atFirst).toContain(`pipcast_${sample} 0`);

  const settled = { kind: 'settled', atMs: 1, signal: signalId('a'), control: 'void' } as const;
  countRecorded(figures, [
    { ...settled, outcome: 'void', reason: 'no-proof' },
    { ...settled, outcome: 'won' },
    { ...settled, outcome: 'won' },
    { kind: 'outage', atMs: 1, id: 'b', fromMs: 0, toMs: 1, reason: 'no-feed' },
    {
      kind: 'abstained',
      atMs: 1,
      id: 'c',
      mode: 'special',
      timeframe: '1min',
      decidedMs: 0,
      engine: 'e',
      reasons: {},
    },
  ]);
  figures.appends.observe(0.004);
  status = {
    state: () => 'leads',
    isCutOff: () => false,
    clockAheadMs: () => -2_500,
    isWarm: () => true,
    term: () => 7,
    isListening: () => true,
    entriesBehind: async () => 2,
    beatAgeMs: () => 1_500,
    openSignals: () => 3,
  };

  for (let time = 0; time < 2; time += 1) {
    const text = await registry.metrics();
    for (const sample of [
      'settlements_total{outcome="won"} 2',
      'voids_total{reason="no-proof"} 1',
      'outages_total{reason="no-feed"} 1',
      'abstentions_total{mode="special"} 1',
      'open_signals 3',
      'desk_leader 1',
      'desk_state{state="leads"} 1',
      'desk_state{state="start-failed"} 0',
      'clock_ahead_seconds -2.5',
      'desk_warm 1',
      'desk_term 7',
      'notices_listening 1',
      'ledger_lag_entries 2',
      'market_lag_seconds 1.5',
      'ledger_append_seconds_bucket{le="0.005"} 1',
    ])
      expect(text).toContain(`pipcast_${sample}`);
  }
});
