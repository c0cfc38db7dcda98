import type { Page } from 'playwright-core';
import { expect, inject } from 'vitest';
import type { RecordStory } from '../../src/core/wire/record.ts';
import { recordRow } from '../../src/core/record/ledger-fold.ts';
import { faultsIn, inEachLook } from './support/looks.ts';
import { overlaps } from './support/overlaps.ts';
import {
  EARLIER,
  endedOn,
  ENTERED,
  ENTRY,
  passWithPrices,
  SIGNAL,
  tellScene,
  visitScripted,
} from './support/scripted-market.ts';
import { DESKTOP, PHONE, test } from './support/visit.ts';

const SCENE = { at: 52, entries: [...EARLIER, SIGNAL, ENTERED], mid: ENTRY + 7 };
const SETTLED = endedOn(ENTRY + 9, 'won');
const STORY: RecordStory = {
  ledger: 'live',
  label: null,
  row: recordRow(12, SIGNAL, SETTLED),
  path: null,
  entries: [SIGNAL, ENTERED, SETTLED].map((entry, at) => ({
    index: 10 + at,
    entry,
    leafHash: 'bGVhZg==',
    path: [],
  })),
  checkpoint: 'signals.example.com/ledger/live\n13\n',
  size: 13,
};

/** Its code comes with a pause that the clock's standstill would hold up. */
async function openStory(page: Page): Promise<void> {
  await page.goto(`/record/${SIGNAL.id}`);
  await expect
    .poll(async () => {
      await page.clock.runFor(100);
      return page.locator('html[data-market=open]').count();
    })
    .toBe(1);
}

test('the story of a signal that is open is its race, and becomes its settled story by itself', async ({
  visit,
}) => {
  const { page, stream, expectNoise } = await visitScripted(visit, SCENE);
  // The record has it once it is settled.
  expectNoise(/404/);
  await openStory(page);
  await tellScene(page, stream, SCENE);
  const open = page.getByRole('region', { name: 'Open signal', exact: true });
  await open.locator('.race').waitFor();
  await page.clock.runFor(300);
  await inEachLook(page, async (look) => {
    const { name } = look;
    const text = await open.innerText();
    for (const words of [/EUR\/USD/, /CALL/, /Expires in/, /\+0\.7 pip/, /ahead, 9\ss left/])
      expect(text, name).toMatch(words);
    expect(await faultsIn(look, page), name).toEqual([]);
  });
  await passWithPrices(page, stream, [ENTRY + 8, ENTRY + 9]);
  expect(await open.innerText()).toMatch(/\+0\.9 pip\s+ahead, 7\ss left/);

  await page.route(`**/api/record/signals/${SIGNAL.id}*`, (route) => route.fulfill({ json: STORY }));
  await stream.entries(page, SETTLED);
  const story = page.getByRole('region', { name: 'Signal', exact: true });
  await story.getByText('Won', { exact: true }).waitFor();
  expect(await open.count()).toBe(0);
  await page.getByRole('region', { name: 'What happened when' }).waitFor();
});

test('where the prices are not kept any more, the words that say so lie on no others on a phone', async ({
  visit,
}) => {
  const { page } = await visit('/auth', { size: PHONE, url: inject('marketUrl') });
  await page.route(`**/api/record/signals/${SIGNAL.id}*`, (route) => route.fulfill({ json: STORY }));
  await page.goto(`/record/${SIGNAL.id}`);
  const note = page.getByText('The prices in between are not kept any more');
  const side = page.getByText('CALL wins above', { exact: true });
  const { y = 0, height = 0 } = (await side.boundingBox()) ?? {};
  expect((await note.boundingBox())?.y).toBeGreaterThanOrEqual(y + height);
  const words = page.getByText('Start', { exact: true });
  expect(await words.isVisible()).toBe(false);
  await page.setViewportSize(DESKTOP);
  await words.waitFor();
});

test('the times of a signal of 5 s lie on no others on a narrow phone', async ({ visit }) => {
  const { page } = await visit('/auth', { size: { width: 320, height: 800 }, url: inject('marketUrl') });
  const row = { ...STORY.row, startMs: STORY.row.expiryMs - 5_000 };
  await page.route(`**/api/record/signals/${SIGNAL.id}*`, (route) =>
    route.fulfill({ json: { ...STORY, row } }),
  );
  await page.goto(`/record/${SIGNAL.id}`);
  await page.locator('.race').waitFor();
  expect(await overlaps(page)).toEqual([]);
});

test('a signal that is neither settled nor open is said to be missing', async ({ visit }) => {
  const { page, stream, expectNoise } = await visitScripted(visit, SCENE);
  expectNoise(/404/);
  await openStory(page);
  await tellScene(page, stream, { ...SCENE, entries: EARLIER });
  await page.getByText('There is no such settled signal').waitFor();
});
