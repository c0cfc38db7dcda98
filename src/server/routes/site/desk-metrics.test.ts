import { Registry } from 'prom-client';
import { expect, test } from 'vitest';
import { count, countRecorded, createDeskFigures } from '../../desk/desk-figures.ts';
import { measureDesk } from './desk-metrics.ts';
import { signalId } from '../../../core/signals/signal-id.ts';

test('what the desk counted shows, each time it is asked for', async () => {
  const registry = new Registry();
  const figures = createDeskFigures();
  measureDesk(registry, figures);
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
    'signal_requests_total{result="accepted"}',
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
  count(figures.requests, 'too-many');
  figures.open = () => 3;
  figures.state = () => 'leads';
  figures.clockAheadMs = () => -2_500;
  figures.isWarm = () => true;
  figures.term = () => 7;
  figures.isListening = () => true;
  figures.entriesBehind = async () => 2;
  figures.beatAgeMs = () => 1_500;
  figures.onAppendMs(4);

  for (let time = 0; time < 2; time += 1) {
    const text = await registry.metrics();
    expect(text).toContain('pipcast_settlements_total{outcome="won"} 2');
    expect(text).toContain('pipcast_voids_total{reason="no-proof"} 1');
    expect(text).toContain('pipcast_outages_total{reason="no-feed"} 1');
    expect(text).toContain('pipcast_abstentions_total{mode="special"} 1');
    expect(text).toContain('pipcast_signal_requests_total{result="too-many"} 1');
    expect(text).toContain('pipcast_open_signals 3');
    expect(text).toContain('pipcast_desk_leader 1');
    expect(text).toContain('pipcast_desk_state{state="leads"} 1');
    expect(text).toContain('pipcast_desk_state{state="start-failed"} 0');
    expect(text).toContain('pipcast_clock_ahead_seconds -2.5');
    expect(text).toContain('pipcast_desk_warm 1');
    expect(text).toContain('pipcast_desk_term 7');
    expect(text).toContain('pipcast_notices_listening 1');
    expect(text).toContain('pipcast_ledger_lag_entries 2');
    expect(text).toContain('pipcast_market_lag_seconds 1.5');
    expect(text).toContain('pipcast_ledger_append_seconds_bucket{le="0.005"} 1');
    expect(text).toContain('pipcast_ledger_append_failures_total{cause="unavailable"} 0');
  }
});
