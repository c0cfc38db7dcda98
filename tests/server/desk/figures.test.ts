import { expect, test } from 'vitest';
import { scriptedSignal } from '../../support/scripted-market.ts';
import { countsOf } from '../../support/counts.ts';
import { type DeskStory, drawSpecial, MONDAY_MS, roundAt, startDesk } from './desk-story.ts';

const START_MS = MONDAY_MS + 1000;
const EXPIRY_MS = START_MS + 60_000;

test('signals, abstentions, endings and outages are counted when they are durable, not before', async () => {
  const story = await startDesk();
  const { market, ledger, figures, desk } = story;
  const release = ledger.hold();
  const drawing = drawSpecial(story);
  await new Promise(setImmediate);
  expect([await countsOf(figures.signals), desk.openSignals]).toEqual([{}, 1]);
  release();
  await drawing;
  expect([await countsOf(figures.signals), desk.openSignals]).toEqual([{ special: 1 }, 1]);

  await market.tickAt(EXPIRY_MS, { bid: 110_002 });
  await market.tickAt(EXPIRY_MS + 1, { bid: 110_002 });
  for (const minute of [2, 3]) await roundAt(market, MONDAY_MS + minute * 60_000);
  await roundAt(market, MONDAY_MS + 240_000, [scriptedSignal(MONDAY_MS + 240_000, '1min')]);
  await market.report({ isLive: false, source: null });
  await market.clock.advanceTo(MONDAY_MS + 340_000);
  await market.report({ isLive: true, source: 'kraken' });
  for (const [counter, counts] of [
    [figures.signals, { special: 2 }],
    [figures.settlements, { won: 1, void: 1 }],
    [figures.voids, { 'no-entry': 1 }],
    [figures.abstentions, { special: 2 }],
    [figures.outages, { 'no-feed': 1 }],
    [figures.appendFailures, {}],
  ] as const)
    expect(await countsOf(counter)).toMatchObject(counts);
});

/** How many appends were durable, and how long they took together, in seconds. */
async function appended({ figures }: DeskStory): Promise<{ count: number; seconds: number }> {
  const { values } = await figures.appends.get();
  const of = (part: string) => values.find(({ metricName }) => metricName?.endsWith(part))?.value ?? 0;
  return { count: of('_count'), seconds: of('_sum') };
}

test('each append that the database did not answer is counted, and the time of each that it did', async () => {
  const story = await startDesk();
  const failures = async () => (await countsOf(story.figures.appendFailures))[''];
  story.ledger.away('unreachable');
  await drawSpecial(story);
  expect(await failures()).toBe(1);
  await story.market.clock.advanceTo(START_MS + 1500);
  expect([await failures(), (await appended(story)).count]).toEqual([3, 0]);
  story.ledger.away(undefined);
  await story.market.clock.advanceTo(START_MS + 2000);
  const { count, seconds } = await appended(story);
  expect([await failures(), count]).toEqual([3, 1]);
  expect(seconds).toBeGreaterThanOrEqual(0);
  expect(seconds).toBeLessThan(performance.now() / 1000);
});

test('a round without a request does not go to the database', async () => {
  const story = await startDesk();
  await roundAt(story.market, MONDAY_MS, [scriptedSignal(MONDAY_MS, '30s')], '30s');
  expect((await appended(story)).count).toBe(0);
});
