import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { dayPricesBytes } from '../../src/core/market/day-prices.ts';
import { faults } from './support/axe.ts';
import { check, choose, LAYOUTS, openFolds, reasons, test, verdict } from './support/check-page.ts';
import { JUDGED_RECORD } from './support/judged-record.ts';
import { showInGeist } from './support/measure-visit.ts';
import { DESKTOP, PHONE } from './support/visit.ts';
import { withConfig } from './support/with-config.ts';

/** The name of what has the focus. */
function focused(page: Page): Promise<string> {
  return page.evaluate(() => {
    const element = document.activeElement as HTMLElement;
    const label = element.getAttribute('aria-label') ?? (element as HTMLInputElement).labels?.[0]?.innerText;
    return label ?? element.innerText;
  });
}

/** Presses Tab until what has the name has the focus. */
async function tabTo(page: Page, name: string, key = 'Tab'): Promise<void> {
  for (let presses = 0; presses < 60; presses += 1) {
    if ((await focused(page)) === name) return;
    await page.keyboard.press(key);
  }
  throw new Error(`no ${key} reaches "${name}"`);
}

describe('the check of a track record', () => {
  test('is reached from the sign-in page without an account, and judges a file without a single request', async ({
    visit,
  }) => {
    const { page } = await visit('/auth');
    const rest = page.waitForResponse(/keep-app/);
    await page.getByRole('link', { name: 'Check it.' }).click();
    await page.getByText('Drop a file here').waitFor();
    // The worker has loaded once it has answered.
    await page.getByLabel('Won').fill('37');
    await page.getByLabel('Of', { exact: true }).fill('60');
    await page.getByRole('button', { name: 'Check', exact: true }).click();
    await expect
      .poll(() => reasons(page).innerText())
      .toBe(
        '37 of 60 won. By tossing a coin you get that or better: once in 22 tries; by luck at break-even: 2 times in 10. Won in 100: 61.7; needed at these payouts: 55.6. That was enough, by skill or by luck.',
      );
    expect(await verdict(page).innerText()).toBe('It could still be luck.');
    await page.getByRole('button', { name: 'Check another' }).click();

    // The last file that a page loads by itself, some seconds after its start, is the one that has it kept.
    await rest;
    const requests: string[] = [];
    page.on('request', (request) => requests.push(request.url()));
    await page.context().setOffline(true);
    for (const name of ['01-minimal.csv', '17-telegram.json', '20-spreadsheet.xlsx']) {
      await choose(page, name);
      await check(page);
      await expect
        .poll(() => reasons(page).innerText())
        .toMatch(/^7 of 11 won[.;].* By tossing a coin you get that or better: [34] times in 10\./);
      await page.getByRole('button', { name: 'Check another' }).click();
    }
    await page
      .getByLabel('Or paste signals or trades')
      .fill('EUR/USD CALL 14:32 win\nGBP/USD PUT 14:40 loss');
    await page.getByRole('button', { name: 'Check this text' }).click();
    await page.getByText('Is this what you meant?').waitFor();
    await check(page);
    await expect.poll(() => reasons(page).innerText()).toMatch(/^1 of 2 won\./);
    expect(requests).toEqual([]);
    await page.context().setOffline(false);
  });

  test('says that a few trades are too few, and lists each row with why', async ({ page }) => {
    await choose(page, '08-quoted-duplicate-total.csv');
    await page.getByText('08-quoted-duplicate-total.csv: is this what you meant?').waitFor();
    await page.getByRole('heading', { name: '12 of 15 rows understood' }).waitFor();
    await page.getByText(/^7 won, 4 lost, 1 tied; 16\s?–\s?17 Nov 2026, 6 trades a day\.$/).waitFor();
    const missed = page.getByRole('region', { name: '3 rows not understood, and why' });
    expect(await missed.getByRole('listitem').nth(1).innerText()).toMatch(
      /^Row 28\n7100, .*, Cancelled\n+“Cancelled” is neither won nor lost$/,
    );
    await check(page);
    await expect.poll(() => verdict(page).innerText()).toBe('Too few: 11 trades.');
    await page.getByRole('region', { name: 'Beside a second record' }).waitFor();
    expect(await page.getByRole('region', { name: 'How many more until you would know?' }).count()).toBe(0);
    await page.getByRole('button', { name: 'Ties lost' }).click();
    await expect.poll(() => reasons(page).innerText()).toMatch(/^7 of 12 won\./);
  });

  test('lets the reader say what the columns of an unknown table are', async ({ page }) => {
    await page.getByLabel('Choose a file', { exact: true }).setInputFiles({
      name: 'odd.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from('No.;Zeug;Δ\n1;a;8,00\n2;b;-10,00\n3;c;8,00\n'),
    });
    await expect
      .poll(() => page.getByRole('alert').innerText())
      .toBe(
        'No column tells how a trade ended (won, lost or tie; or a profit), so nothing can be counted. The colour of a cell or text is not read: write won or lost in a column of its own.',
      );
    expect(await faults(page)).toEqual([]);
    await page.getByRole('combobox', { name: 'Δ is read as' }).selectOption('profit');
    await check(page);
    await expect.poll(() => reasons(page).innerText()).toMatch(/^2 of 3 won\./);
  });

  test('keeps two answers of which the second is given before the first is read', async ({ page }) => {
    const rows = Array.from({ length: 10_000 }, (_, at) => {
      const time = new Date(Date.UTC(1990, 2, 2) + at * 3_600_000).toISOString();
      return `${at % 9_990},${time},${at % 2 ? '8.2' : '0'}`;
    });
    const buffer = Buffer.from(`id,time,profit\n${rows.join('\n')}`);
    const file = { name: 'asking.csv', mimeType: 'text/csv', buffer };
    await page.getByLabel('Choose a file', { exact: true }).setInputFiles(file);
    await page.getByRole('region', { name: '2 questions before the verdict' }).waitFor();
    for (const answer of ['Count as lost', 'Different: count all']) await page.getByText(answer).click();
    await expect.poll(() => page.getByRole('radio', { checked: true }).count()).toBe(2);
    await page.getByRole('button', { name: 'Check these 10,000 trades' }).click();
    await expect.poll(() => reasons(page).innerText()).toMatch(/^5,000 of 10,000 won\./);
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
        await withConfig(context, '**/check', { publicPrices: true });
        const span = {
          pair: 'EUR/USD',
          kind: 'ticks',
          firstDay: day,
          lastDay: day,
          sealedDay: day,
          edition: '0123456789ab',
        };
        await context.route('**/api/prices', (route) => route.fulfill({ json: { spans: [span] } }));
        await context.route('**/api/prices/days/**', (route) =>
          route.fulfill({ body: Buffer.from(prices), contentType: 'application/octet-stream' }),
        );
      },
    });
    await page.getByText('Drop a file here').waitFor();
    const requests: string[] = [];
    page.on('request', (request) => {
      const { pathname } = new URL(request.url());
      // The app's own files may come at any time.
      if (!pathname.startsWith('/assets/')) requests.push(pathname);
    });
    const rows = ['CALL,won,1.0', 'PUT,won,1.0', 'PUT,lost,1.0', 'CALL,won,1.0'].map(
      (row, at) => `2026-11-16T09:0${at * 2}:00Z,EUR/USD,60,${row}`,
    );
    const lines = [
      'time,pair,expiry,direction,result,entry price',
      ...rows,
      '2026-11-16T09:10:00Z,EUR/USD OTC,60,CALL,won,',
    ];
    await page
      .getByLabel('Choose a file', { exact: true })
      .setInputFiles({ name: 'seller.csv', mimeType: 'text/csv', buffer: Buffer.from(lines.join('\n')) });
    await check(page);
    await openFolds(page);
    const card = page.getByRole('region', { name: 'Against prices' });
    await card.getByText(/^Days and pairs in this record that this server has prices of: 1 of 1\./).waitFor();
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

  test('saves one file with the figures and the rows, which asks for nothing when it is opened', async ({
    page,
  }) => {
    await choose(page, '01-minimal.csv');
    await check(page);
    await page.getByText('Save', { exact: true }).click();
    await page.getByLabel('with the rows').check();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Save this report' }).click(),
    ]);
    const html = await text(await download.createReadStream());
    const saved = await page.context().newPage();
    const requests: string[] = [];
    saved.on('request', (request) => requests.push(request.url()));
    await saved.setContent(html);
    expect(await reasons(saved).innerText()).toMatch(/^7 of 11 won\./);
    expect(await saved.locator('table').last().locator('tbody tr').count()).toBe(12);
    expect(await saved.getByRole('button').count()).toBe(0);
    expect(await saved.getByText('choose a second file').count()).toBe(0);
    await saved.setViewportSize(PHONE);
    expect(await saved.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE.width);
    expect(requests).toEqual([]);
    await saved.close();
  });

  test('opens a link as the verdict that was sent, which the server never learns, and says that nothing proves it', async ({
    visit,
  }) => {
    const { page } = await visit('/check', {
      before: async (context) => {
        await context.grantPermissions(['clipboard-read', 'clipboard-write']);
      },
    });
    await page.getByLabel('Won').fill('37');
    await page.getByLabel('Of', { exact: true }).fill('60');
    await page.getByRole('button', { name: 'Check', exact: true }).click();
    await page
      .getByRole('group', { name: /^How many sellers/ })
      .getByRole('button', { name: '20', exact: true })
      .click();
    await expect.poll(() => reasons(page).innerText()).toContain('The best of 20 coin tossers');
    const said = await reasons(page).innerText();
    await page.getByText('Save', { exact: true }).click();
    await page.getByRole('button', { name: 'Copy a link' }).click();
    await page.getByText('Copied', { exact: true }).waitFor();
    const [picture] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Save a picture' }).click(),
    ]);
    const png = await readFile(await picture.path());
    expect([png.toString('latin1', 1, 4), png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([
      'PNG',
      1_200,
      630,
    ]);
    const link = await page.evaluate(() => navigator.clipboard.readText());
    expect(new URL(link).hash).toBe('#won=37&of=60&payout=80&k=20&kind=numbers');

    const received = await page.context().newPage();
    const requests: string[] = [];
    received.on('request', (request) => requests.push(request.url()));
    await received.goto(link);
    await expect.poll(() => reasons(received).innerText()).toBe(said);
    expect(await verdict(received).innerText()).toBe('This is what luck looks like.');
    await received.getByText('These numbers came with a link. Nothing proves them.').waitFor();
    expect(requests.filter((url) => /won|60/.test(new URL(url).search))).toEqual([]);
    expect(await faults(received)).toEqual([]);
    // Another link in the same page.
    await received.goto(`${new URL(link).origin}/check#won=95&of=100&payout=80&k=1&kind=record`);
    await expect.poll(() => verdict(received).innerText()).toBe('It is hard to explain by luck.');
    await received.getByText(/its sender says that a record holds them/).waitFor();
    await received.getByRole('button', { name: 'Check another' }).click();
    await received.getByText('Drop a file here').waitFor();
    await received.close();
  });

  test('Back leads from the verdict to what was read and to the form, Forward to the verdict again', async ({
    page,
  }) => {
    await choose(page, '01-minimal.csv');
    await check(page);
    await page.locator('.folds').waitFor();
    const said = await verdict(page).innerText();
    await page.goBack();
    await page.getByText('is this what you meant?').waitFor();
    await page.goBack();
    await page.getByText('Drop a file here').waitFor();
    await page.goForward();
    await page.goForward();
    await expect.poll(() => verdict(page).innerText()).toBe(said);
    await page.getByRole('button', { name: 'Check another' }).click();
    await page.getByText('Drop a file here').waitFor();
    await page.goForward();
    await page.getByText('is this what you meant?').waitFor();
    await page.reload();
    await choose(page, '01-minimal.csv');
    await page.getByText('is this what you meant?').waitFor();
    await page.goBack();
    await page.getByText('Drop a file here').waitFor();
    expect(new URL(page.url()).pathname).toBe('/check');
  });

  test('is driven by keyboard alone: a file, a column read differently, a text, three numbers', async ({
    visit,
  }) => {
    const { page } = await visit('/check');
    // Listened for beforehand: a dialogue that opens before the browser knows of it is not reported.
    page.on('filechooser', (chooser) => void chooser.setFiles(`${LAYOUTS}01-minimal.csv`));
    await page.getByText('Drop a file here').waitFor();
    await tabTo(page, 'Choose a file');
    await page.keyboard.press('Enter');
    await expect.poll(() => focused(page)).toBe('01-minimal.csv: is this what you meant?');
    await tabTo(page, 'stake is read as');
    await page.keyboard.type('not');
    await page.getByText('7 columns, 6 used').waitFor();
    expect(await focused(page)).toBe('stake is read as');
    await tabTo(page, 'Check these 12 trades', 'Shift+Tab');
    await page.keyboard.press('Enter');
    await expect.poll(() => focused(page)).toBe('Too few: 11 trades.');
    await tabTo(page, 'Check another');
    await page.keyboard.press('Enter');

    await tabTo(page, 'Or paste signals or trades');
    await page.keyboard.insertText('EUR/USD CALL win\nEUR/USD PUT loss\n');
    await tabTo(page, 'Check this text');
    await page.keyboard.press('Enter');
    await expect.poll(() => focused(page)).toBe('Is this what you meant?');
    await tabTo(page, 'Check these 2 trades');
    await page.keyboard.press('Enter');
    await expect.poll(() => focused(page)).toBe('Too few: 2 trades.');
    await tabTo(page, 'Check another');
    await page.keyboard.press('Enter');

    await tabTo(page, 'Won');
    await page.keyboard.type('37');
    await page.keyboard.press('Tab');
    await page.keyboard.type('60');
    await page.keyboard.press('Enter');
    await expect.poll(() => focused(page)).toBe('It could still be luck.');
    await tabTo(page, '20');
    await page.keyboard.press('Space');
    await expect.poll(() => verdict(page).innerText()).toBe('This is what luck looks like.');
    expect(await reasons(page).innerText()).toContain(
      'The best of 20 coin tossers gets that or better: 6 times in 10',
    );
  });

  test('is hardly longer on a phone than it is drawn, and keeps in a menu what can be taken away', async ({
    visit,
  }) => {
    const { page } = await visit('/check', { size: PHONE });
    await page.getByText('Drop a file here').waitFor();
    await showInGeist(page);
    let stake = 10;
    const rows = [...'wwlwlwwlwwlwwwlwlwwlllwwlwwwlwwlwlwwwlwwlwlwwlwwlwlwwlwwlwll'].map((ending, at) => {
      const minute = Math.floor(at / 12) * 1_440 + (at % 12) * 43;
      const time = new Date(Date.UTC(2026, 10, 16, 9, minute)).toISOString();
      const pair = ['EUR/USD', 'EUR/USD', 'GBP/USD', 'USD/JPY', 'AUD/CAD'][(at * 7) % 5];
      const row = [
        time,
        pair,
        at % 3 === 0 ? 'PUT' : 'CALL',
        60,
        stake,
        0.8,
        ending === 'w' ? 'won' : 'lost',
      ];
      stake = ending === 'w' ? 10 : stake * 2;
      return row.join();
    });
    await page.getByLabel('Choose a file', { exact: true }).setInputFiles({
      name: 'drawn.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(['time,pair,direction,expiry,stake,payout,result', ...rows].join('\n')),
    });
    await check(page);
    await page.locator('.folds').waitFor();
    // Drawn are 1,694 px, the bar of pages included, without the question about what was chosen and luck at break-even.
    expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(1_750);
    const print = page.getByRole('button', { name: 'Print' });
    const place = await print.boundingBox();
    await page.getByText('Save', { exact: true }).click();
    for (const name of ['Save this report', 'Save a picture', 'Copy a link'])
      await page.getByRole('button', { name }).waitFor();
    const tick = await page.getByLabel('with the rows').boundingBox();
    expect(tick?.width).toBeGreaterThanOrEqual(16);
    expect(await faults(page)).toEqual([]);
    expect(await print.boundingBox()).toEqual(place);
    await print.focus();
    await page.getByRole('button', { name: 'Copy a link' }).waitFor({ state: 'hidden' });
    await page.setViewportSize(DESKTOP);
    const boxes = () =>
      page
        .locator('.check__head, .check__grid, .check__actions > .btn')
        .evaluateAll((parts) => parts.map((part) => JSON.stringify(part.getBoundingClientRect())));
    const closed = await boxes();
    await page.getByText('Save', { exact: true }).click();
    const menu = await page.getByRole('button', { name: 'Copy a link' }).boundingBox();
    expect(menu?.x).toBeGreaterThan(DESKTOP.width / 2);
    expect(await boxes()).toEqual(closed);
  });

  test('says in a line that stakes stay the same, without a card', async ({ visit }) => {
    const { page } = await visit('/check');
    await page.getByLabel('Choose a file', { exact: true }).setInputFiles(JUDGED_RECORD);
    await check(page);
    const line = page.locator('.fold--empty', { hasText: 'Stakes and losing runs' });
    expect(await line.innerText()).toContain('The stake stays the same after a win and after a loss.');
    expect(await page.locator('.card', { hasText: 'Stakes and losing runs' }).count()).toBe(1);
  });

  test('prints the report alone, on white, in one column', async ({ visit }) => {
    const { page } = await visit('/check', { theme: 'dark' });
    await choose(page, '01-minimal.csv');
    await check(page);
    await page.locator('.folds').waitFor();
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    for (const gone of ['banner', 'button', 'combobox', 'navigation', 'contentinfo'] as const)
      expect(await page.getByRole(gone).count()).toBe(0);
    const cards = await page
      .locator('.check__grid > *')
      .evaluateAll((all) =>
        all.map((card) => [card.getBoundingClientRect().x, card.getBoundingClientRect().width]),
      );
    expect(new Set(cards.filter(([, width]) => width !== 0).map(String)).size).toBe(1);
    expect(await page.evaluate(() => getComputedStyle(document.documentElement).colorScheme)).toBe('light');
  });
});
