import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import type { BrowserContext, Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { dayPricesBytes } from '../../src/core/market/day-prices.ts';
import { faults } from './support/axe.ts';
import { DESKTOP, PHONE, test } from './support/visit.ts';

const LAYOUTS = fileURLToPath(new URL('../check-layouts/', import.meta.url));

const verdict = (page: Page) => page.getByRole('heading', { level: 1 });

/** Gives a file to the page, as the file dialogue does. */
async function choose(page: Page, name: string): Promise<void> {
  await page.getByLabel('File with trades', { exact: true }).setInputFiles(`${LAYOUTS}${name}`);
}

/** Opens what was read of columns and rows. */
async function openRead(page: Page): Promise<void> {
  await page.getByText('What was read, and how').click();
}

/** The settings of the server, as it hands them out, with some changed. */
async function withConfig(context: BrowserContext, change: object): Promise<void> {
  await context.route('**/check', async (route) => {
    const response = await route.fetch();
    const body = (await response.text()).replace(
      /(id="config">)(.*?)(<\/script>)/,
      (_, start, config, end) => `${start}${JSON.stringify({ ...JSON.parse(config), ...change })}${end}`,
    );
    await route.fulfill({ response, body });
  });
}

describe('the check of a track record', () => {
  test('is reached from the sign-in page without an account, and judges a file without a single request', async ({
    visit,
  }) => {
    const { page } = await visit('/auth');
    await page.getByRole('link', { name: 'Check it.' }).click();
    await page.getByText('Drop a file here').waitFor();
    // The worker has loaded once it has answered.
    await page.getByLabel('Won').fill('37');
    await page.getByLabel('Of', { exact: true }).fill('60');
    await page.getByRole('button', { name: 'Check', exact: true }).click();
    await expect
      .poll(() => verdict(page).innerText())
      .toBe(
        '37 of 60 won. A coin does that or better once in 22 tries. At these payouts 33.3 wins were needed; it could still be luck.',
      );
    await page.getByRole('button', { name: 'Check another' }).click();

    const requests: string[] = [];
    page.on('request', (request) => requests.push(request.url()));
    await page.context().setOffline(true);
    for (const name of ['01-minimal.csv', '17-telegram.json', '20-spreadsheet.xlsx']) {
      await choose(page, name);
      await expect
        .poll(() => verdict(page).innerText())
        .toMatch(/^7 of 11 won\. A coin does that or better 3 times in 10\./);
      await page.getByRole('button', { name: 'Check another' }).click();
    }
    await page
      .getByLabel('Or paste signals or trades')
      .fill('EUR/USD CALL 14:32 win\nGBP/USD PUT 14:40 loss');
    await page.getByRole('button', { name: 'Check this text' }).click();
    await expect.poll(() => verdict(page).innerText()).toMatch(/^1 of 2 won\./);
    expect(requests).toEqual([]);
    await page.context().setOffline(false);
  });

  test('changes its verdict with how many were looked at, and lists each row with why', async ({ visit }) => {
    const { page } = await visit('/check');
    await choose(page, '08-quoted-duplicate-total.csv');
    await page.getByRole('region', { name: '12 of 15 rows understood' }).waitFor();
    await openRead(page);
    await page.getByText('Row 28: “Cancelled” is neither won nor lost').waitFor();
    await page
      .getByRole('group', { name: 'Looked at' })
      .getByRole('button', { name: '20', exact: true })
      .click();
    await expect
      .poll(() => verdict(page).innerText())
      .toContain('The best of 20 coins does that or better nearly always');
    await expect.poll(() => verdict(page).innerText()).toContain('this is what luck looks like');
    await page.getByRole('button', { name: 'Ties lost' }).click();
    await expect.poll(() => verdict(page).innerText()).toMatch(/^7 of 12 won\./);
  });

  test('reads a column as the reader says, and says why where nothing is left to count', async ({
    visit,
  }) => {
    const { page } = await visit('/check');
    await choose(page, '02-german-semicolon.csv');
    await openRead(page);
    const stake = page.getByRole('combobox', { name: 'Einsatz € is read as', exact: true });
    await page.getByText('170.00', { exact: true }).waitFor();
    await stake.selectOption('not used');
    // Without a stake a lost trade staked what it lost, a won one the median loss.
    await page.getByText('120.00', { exact: true }).waitFor();
    const result = page.getByRole('combobox', { name: 'Ergebnis is read as', exact: true });
    const profit = page.getByRole('combobox', { name: 'Gewinn/Verlust € is read as', exact: true });
    await profit.selectOption('not used');
    await page.getByText('11.00', { exact: true }).waitFor();
    await result.selectOption('not used');
    await expect
      .poll(() => page.getByRole('alert').innerText())
      .toMatch(/line 2: it does not say how it ended\.$/);
  });

  test('checks this server’s own record the same way, where it is public', async ({ visit }) => {
    const { page } = await visit('/check', {
      before: async (_, opened) => {
        await withConfig(opened.context(), { market: true, publicRecord: true });
        await opened.route('**/api/record/signals.csv?zone=UTC', (route) =>
          route.fulfill({ path: `${LAYOUTS}23-pipcast-export.csv` }),
        );
      },
    });
    await page.getByRole('button', { name: 'Check ours the same way' }).click();
    await expect.poll(() => verdict(page).innerText()).toMatch(/^7 of 11 won\./);
  });

  test('asks for the clock where times name their zone, and counts hours on it', async ({ visit }) => {
    const { page } = await visit('/check');
    await choose(page, '09-result-only.csv');
    await page.getByRole('region', { name: /rows understood$/ }).waitFor();
    const clock = page.getByLabel('Hours and weekdays on the clock of');
    expect(await clock.count()).toBe(0);
    await page.getByRole('button', { name: 'Check another' }).click();
    await choose(page, '01-minimal.csv');
    const hours = page.getByRole('region', { name: 'By hour', exact: true });
    // Single hours are thin here: blocks of three.
    await hours.getByRole('rowheader', { name: '09:00 to 12:00' }).waitFor();
    await clock.selectOption('UTC+5:30');
    await hours.getByRole('rowheader', { name: '12:00 to 15:00' }).waitFor();
    expect(await hours.getByRole('rowheader', { name: '09:00 to 12:00' }).count()).toBe(0);
    await clock.selectOption('Asia/Tokyo');
    await hours.getByRole('rowheader', { name: '18:00 to 21:00' }).waitFor();
  });

  test('holds claimed wins against whole days of prices, once the reader asks, and tells the server no trade', async ({
    visit,
  }) => {
    const day = Date.UTC(2026, 10, 16) / 86_400_000;
    // A quote every 10 s, 2 pips up each time: every CALL wins and every PUT loses.
    const timeMs = Int32Array.from({ length: 8_640 }, (_, at) => at * 10_000);
    const bid = timeMs.map((_, at) => 108_000 + at * 20);
    const prices = dayPricesBytes({ kind: 'ticks', timeMs, bid, ask: bid });
    const { page } = await visit('/check', {
      before: async (context) => {
        await withConfig(context, { publicPrices: true });
        const span = { pair: 'EUR/USD', kind: 'ticks', firstDay: day, lastDay: day, edition: '0123456789ab' };
        await context.route('**/api/prices', (route) => route.fulfill({ json: { spans: [span] } }));
        await context.route('**/api/prices/days/**', (route) =>
          route.fulfill({ body: Buffer.from(prices), contentType: 'application/octet-stream' }),
        );
      },
    });
    await page.getByText('Drop a file here').waitFor();
    const requests: string[] = [];
    page.on('request', (request) => requests.push(new URL(request.url()).pathname));
    const rows = ['CALL,won,1.0', 'PUT,won,1.0', 'PUT,lost,1.0', 'CALL,won,1.0'].map(
      (row, at) => `2026-11-16T09:0${at * 2}:00Z,EUR/USD,60,${row}`,
    );
    const lines = [
      'time,pair,expiry,direction,result,entry price',
      ...rows,
      '2026-11-16T09:10:00Z,EUR/USD OTC,60,CALL,won,',
    ];
    await page
      .getByLabel('File with trades', { exact: true })
      .setInputFiles({ name: 'seller.csv', mimeType: 'text/csv', buffer: Buffer.from(lines.join('\n')) });
    const card = page.getByRole('region', { name: 'Against prices' });
    await card.getByText(/^This server has prices of 1 of the 1 days and pairs/).waitFor();
    expect(requests).toEqual([]);
    await card.getByRole('button', { name: 'Compare with prices' }).click();
    await card.getByText('1 of 3 claimed wins that can be compared did not happen.').waitFor();
    await card.getByText('In one of them the price went a pip or more the other way.').waitFor();
    await card.getByText(/^1 trade is on a pair without a public price/).waitFor();
    expect(await card.getByRole('row').last().innerText()).toMatch(
      /^2026-11-16 09:02:00\s+EUR\/USD\s+PUT\s+1\.00000/,
    );
    expect(requests).toEqual(['/api/prices/days/EURUSD/2026-11-16/0123456789ab.bin']);
    expect(await faults(page)).toEqual([]);
  });

  test('compares a second file with the first', async ({ visit }) => {
    const { page } = await visit('/check');
    await choose(page, '01-minimal.csv');
    const card = page.getByRole('region', { name: 'Beside a second record' });
    const second = card.getByLabel('Second file with trades');
    await second.setInputFiles({
      name: 'b.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from('result,x\nopen,1\n'),
    });
    await expect
      .poll(() => card.getByRole('alert').innerText())
      .toMatch(/nothing can be counted|is neither won nor lost/);
    const result = ['result', ...Array<string>(9).fill('won'), 'lost'].join('\n');
    await second.setInputFiles({ name: 'b.csv', mimeType: 'text/csv', buffer: Buffer.from(result) });
    await card
      .getByText(/^The second wins 26\.4 points more often \(95%: −1\d\.\d to \+5\d\.\d\)\. Of two records/)
      .waitFor();
    await card.getByRole('rowheader', { name: 'Second: b.csv' }).waitFor();
    expect(await faults(page)).toEqual([]);
    await card.getByRole('button', { name: 'Remove it' }).click();
    await card.getByRole('button', { name: 'Choose a second file' }).waitFor();
  });

  test('refuses a dropped file of more than 100 MB before it is read', async ({ visit }) => {
    const { page } = await visit('/check');
    await page.getByRole('region', { name: 'Drop a file' }).evaluate((region) => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File([new Uint8Array(101_000_000)], 'huge.csv'));
      region.dispatchEvent(new DragEvent('drop', { bubbles: true, dataTransfer }));
    });
    await expect
      .poll(() => page.getByRole('alert').innerText())
      .toBe('The file has 101 MB; at most 100 MB are read. Export a shorter span.');
  });

  test('saves one file with the figures and the rows, which asks for nothing when it is opened', async ({
    visit,
  }) => {
    const { page, context } = await visit('/check');
    await choose(page, '01-minimal.csv');
    await page.getByLabel('with the rows').check();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Save this report' }).click(),
    ]);
    const html = await text(await download.createReadStream());
    const saved = await context.newPage();
    const requests: string[] = [];
    saved.on('request', (request) => requests.push(request.url()));
    await saved.setContent(html);
    expect(await verdict(saved).innerText()).toMatch(/^7 of 11 won\./);
    expect(await saved.locator('table').last().locator('tbody tr').count()).toBe(12);
    expect(await saved.getByRole('button').count()).toBe(0);
    expect(requests).toEqual([]);
  });

  test('says in one sentence why a file is none, and goes on', async ({ visit }) => {
    const { page } = await visit('/check');
    await page
      .getByLabel('File with trades', { exact: true })
      .setInputFiles({ name: 'a.csv', mimeType: 'text/csv', buffer: Buffer.from('name,size\n<b>x</b>,3\n') });
    await expect
      .poll(() => page.getByRole('alert').innerText())
      .toMatch(/tells how a trade ended .*nothing can be counted\.$/);
    await choose(page, '01-minimal.csv');
    await expect.poll(() => verdict(page).innerText()).toMatch(/^7 of 11 won\./);
  });

  test('has no fault for assistive technology and nothing sideways, wide and light, on a phone and dark, in long words from the right', async ({
    visit,
  }) => {
    for (const look of [
      { size: DESKTOP, theme: 'light' },
      { size: PHONE, theme: 'dark' },
      { size: PHONE, stored: { 'pipcast.language': 'pseudo' } },
    ] as const) {
      const { page } = await visit('/check', look);
      await page.getByRole('heading', { level: 1 }).waitFor();
      expect(await faults(page)).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
      await page.locator('input[type=file]').setInputFiles(`${LAYOUTS}11-title-above.csv`);
      await page.locator('.check__read summary').click();
      expect(await faults(page)).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
    }
  });
});
