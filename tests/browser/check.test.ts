import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { describe, expect, inject, onTestFinished } from 'vitest';
import { dayPricesBytes } from '../../src/core/market/day-prices.ts';
import { startAppProxy } from './support/app-proxy.ts';
import { IS_WHOLE } from '../support/rounds.ts';
import { faults } from './support/axe.ts';
import { test as base, PHONE } from './support/visit.ts';
import { withConfig } from './support/with-config.ts';

const LAYOUTS = fileURLToPath(new URL('../check-layouts/', import.meta.url));

/** The page of the check, come anew to each test; one window, as these tests leave nothing in the browser. */
const test = base.extend<{ window: Page; page: Page }>({
  window: [({ visitOnce }, use) => visitOnce('/check').then(({ page }) => use(page)), { scope: 'file' }],
  page: async ({ window }, use) => {
    await window.goto('/check');
    await use(window);
  },
});

const verdict = (page: Page) => page.getByRole('heading', { level: 1 });
/** What the verdict rests on, below it. */
const reasons = (page: Page) => page.locator('.check__lead');

/** 36 trades from 7 to 12 UTC: fewer are not grouped. */
const HOURS = Array.from(
  { length: 36 },
  (_, at) =>
    `2026-03-02T${['07', '08', '09', '10', '11'][at % 5]}:${10 + at}:00Z,${at % 2 === 0 ? 'won' : 'lost'}`,
);

/** Opens the folds of a report. */
async function openFolds(page: Page): Promise<void> {
  await page.locator('.check__fold > details').first().waitFor();
  await page.locator('.check__fold > details').evaluateAll((folds) => {
    for (const fold of folds) (fold as HTMLDetailsElement).open = true;
  });
}

/** Gives a file to the page, as the file dialogue does. */
async function choose(page: Page, name: string): Promise<void> {
  await page.getByLabel('File with trades', { exact: true }).setInputFiles(`${LAYOUTS}${name}`);
}

/** Drops a file on the page. */
function drop(page: Page, name: string, bytes: string | number): Promise<void> {
  return page.getByRole('region', { name: 'Drop a file' }).evaluate(
    (region, [fileName, content]) => {
      const dataTransfer = new DataTransfer();
      const part = typeof content === 'number' ? new Uint8Array(content) : content;
      dataTransfer.items.add(new File([part], fileName));
      region.dispatchEvent(new DragEvent('drop', { bubbles: true, dataTransfer }));
    },
    [name, bytes] as const,
  );
}

/** Goes on from what was read to the verdict. */
async function check(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Check (?:this trade|these \d+ trades)$/ }).click();
  await page.locator('.check__head').waitFor();
}

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
        '37 of 60 won. By tossing a coin you get that or better: once in 22 tries. Won in 100: 61.7; needed at these payouts: 55.6. That was enough, by skill or by luck.',
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

  test('a drop in the first seconds of a visit leaves no request that is not there without it', async ({
    visit,
  }) => {
    const trades = await readFile(`${LAYOUTS}01-minimal.csv`, 'utf8');
    const asked = async (drops: boolean): Promise<string[]> => {
      const app = await startAppProxy(inject('appUrl'));
      onTestFinished(app.close);
      const { page } = await visit('/check', { url: app.url, keepsApp: true });
      if (drops) {
        await page.locator('[inert]').waitFor({ state: 'detached' });
        await drop(page, 'trades.csv', trades);
        // What a page loads by itself some seconds after its start is still to come.
        expect(app.asked.join()).not.toContain('keep-app');
        await check(page);
        await expect.poll(() => reasons(page).innerText()).toMatch(/^7 of 11 won\./);
      }
      // The last that a page asks for by itself is the app's files, for its service worker.
      await expect.poll(() => app.asked.join()).toContain('keep-app');
      await page.evaluate(async () => {
        await navigator.serviceWorker.ready;
      });
      return app.asked.toSorted();
    };
    const [without, withDrop] = await Promise.all([asked(false), asked(true)]);
    expect(without.join()).toContain('keep-app');
    expect(withDrop).toEqual(without);
  });

  test('draws luck with as many flips as the verdict has bets, where trades ran at the same time', async ({
    page,
  }) => {
    const rows = Array.from({ length: 120 }, (_, at) => {
      const bet = Math.floor(at / 3);
      const minute = String(bet % 60).padStart(2, '0');
      return `2026-03-02 09:${minute}:0${at % 3},EUR/USD,CALL,50,${bet % 10 < 7 ? 'won' : 'lost'}`;
    });
    await page.getByLabel('File with trades', { exact: true }).setInputFiles({
      name: 'thrice.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(['time,pair,direction,expiry,result', ...rows].join('\n')),
    });
    await check(page);
    await expect.poll(() => reasons(page).innerText()).toContain('they are 40 independent bets.');
    const luck = page.getByRole('region', { name: 'Could it be luck?' });
    await luck.getByText('each dot: one series of 40 coin flips').waitFor();
    await luck.getByText('1 of the 100 dots is as good or better.').waitFor();
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

  test('reads a column as the reader says, and says why where nothing is left to count', async ({ page }) => {
    await choose(page, '02-german-semicolon.csv');
    const stake = page.getByRole('combobox', { name: 'Einsatz € is read as', exact: true });
    await check(page);
    await openFolds(page);
    await page.getByText('170.00', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Read it differently' }).click();
    await stake.selectOption('not used');
    // Without a stake a lost trade staked what it lost, a won one the median loss.
    await page.getByText('9 columns, 8 used').waitFor();
    await check(page);
    await openFolds(page);
    await page.getByText('120.00', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Read it differently' }).click();
    const result = page.getByRole('combobox', { name: 'Ergebnis is read as', exact: true });
    const profit = page.getByRole('combobox', { name: 'Gewinn/Verlust € is read as', exact: true });
    await profit.selectOption('not used');
    await page.getByText('9 columns, 7 used').waitFor();
    await result.selectOption('not used');
    await expect
      .poll(() => page.getByRole('alert').innerText())
      .toBe('None of 13 rows is a trade; row 2: it does not say how it ended.');
    expect(await page.getByRole('button', { name: /^Check th/ }).count()).toBe(0);
    await profit.selectOption('profit');
    await page.getByRole('heading', { name: '12 of 13 rows understood' }).waitFor();
    expect(await page.getByRole('alert').count()).toBe(0);
  });

  test('shows what each trade was made of, with a switch for each and one for all of its kind', async ({
    page,
  }) => {
    await page
      .getByLabel('Or paste signals or trades')
      .fill('EURUSD CALL 1 MIN\nWIN MTG 1 ✅\nGBPUSD PUT 1 MIN LOSS ❌');
    await page.getByRole('button', { name: 'Check this text' }).click();
    const list = page.getByRole('region', { name: 'How each of the 3 trades was read' });
    await list.getByRole('heading').click();
    await expect.poll(() => list.getByRole('listitem').allInnerTexts()).toHaveLength(6);
    expect((await list.getByRole('listitem').allInnerTexts()).at(4)).toContain(
      'Message 2\nWIN MTG 1 ✅\nSignal in message 1: EURUSD CALL 1 MIN\nafter the last open signal',
    );
    await list.getByRole('combobox', { name: 'Message 3 is' }).selectOption('not a trade');
    await page.getByText('1 won, 1 lost, 0 tied').waitFor();
    await list.getByText('1 changed').waitFor();
    await list.getByRole('combobox', { name: /a stake lost before it was doubled/ }).selectOption('won');
    await page.getByText('2 won, 0 lost, 0 tied').waitFor();
  });

  test('lets the reader say what the columns of an unknown table are', async ({ page }) => {
    await page.getByLabel('File with trades', { exact: true }).setInputFiles({
      name: 'odd.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from('No.;Zeug;Δ\n1;a;8,00\n2;b;-10,00\n3;c;8,00\n'),
    });
    await expect
      .poll(() => page.getByRole('alert').innerText())
      .toBe('No column tells how a trade ended (won, lost or tie; or a profit), so nothing can be counted.');
    expect(await faults(page)).toEqual([]);
    await page.getByRole('combobox', { name: 'Δ is read as' }).selectOption('profit');
    await check(page);
    await expect.poll(() => reasons(page).innerText()).toMatch(/^2 of 3 won\./);
  });

  test('checks this server’s own record the same way, where it is public', async ({ visit }) => {
    const { page } = await visit('/check', {
      before: async (_, opened) => {
        await withConfig(opened.context(), '**/check', { market: true, publicRecord: true });
        await opened.route('**/api/record/signals.csv?zone=UTC', (route) =>
          route.fulfill({ path: `${LAYOUTS}23-pipcast-export.csv` }),
        );
      },
    });
    await page.getByRole('button', { name: 'Check ours the same way' }).click();
    await check(page);
    await expect.poll(() => reasons(page).innerText()).toMatch(/^7 of 11 won\./);
  });

  test('asks for the clock where times name their zone, and counts hours on it', async ({ page }) => {
    await choose(page, '09-result-only.csv');
    await check(page);
    await page.getByText(/rows understood$/).waitFor();
    await openFolds(page);
    const clock = page.getByLabel('Time zone of hours and weekdays');
    expect(await clock.count()).toBe(0);
    await page.getByRole('button', { name: 'Check another' }).click();
    await page.getByLabel('File with trades', { exact: true }).setInputFiles({
      name: 'hours.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(['time,result', ...HOURS].join('\n')),
    });
    await check(page);
    await openFolds(page);
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
    await check(page);
    await openFolds(page);
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

  test('compares a second file with the first', async ({ page }) => {
    await choose(page, '01-minimal.csv');
    await check(page);
    await openFolds(page);
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
      .getByText(
        /^The win rate of the second is 26\.4 percentage points higher \(95%: −1\d\.\d to \+5\d\.\d\)\. Of two records/,
      )
      .waitFor();
    await card.getByRole('rowheader', { name: 'Second: b.csv' }).waitFor();
    expect(await faults(page)).toEqual([]);
    await card.getByRole('button', { name: 'Remove it' }).click();
    await card.getByRole('button', { name: 'Choose a second file' }).waitFor();
  });

  test('says what was deleted and edited between two exports of one chat', async ({ page }) => {
    const chat = (lines: readonly string[]): string =>
      lines.map((line) => `02.03.26, 09:0${line.slice(0, 1)} - Seller:${line.slice(1)}`).join('\n');
    const signals = [
      '0 EURUSD CALL 1 MIN',
      '1 LOSS ❌',
      '2 EURUSD PUT 1 MIN',
      '3 LOSS ❌',
      '4 GBPUSD PUT 1 MIN',
      '5 WIN ✅',
    ];
    await page.getByLabel('Or paste signals or trades').fill(chat(signals));
    await page.getByRole('button', { name: 'Check this text' }).click();
    await check(page);
    const later = chat(
      signals.flatMap((line) => (line === '1 LOSS ❌' ? [] : line === '3 LOSS ❌' ? ['3 WIN ✅'] : [line])),
    );
    await openFolds(page);
    const card = page.getByRole('region', { name: 'Beside a second record' });
    await card
      .getByLabel('Second file with trades')
      .setInputFiles({ name: 'later.txt', mimeType: 'text/plain', buffer: Buffer.from(later) });
    await card
      .getByText(
        '1 of 6 messages of the first export is missing from the second; 1 said a loss, 0 a win. 1 was edited; 1 said a loss before, 1 says a win now.',
      )
      .waitFor();
    expect(await card.getByRole('list', { name: 'Messages deleted or edited' }).innerText()).toBe(
      'Message 2\nLOSS ❌\ndeleted\nMessage 4\nLOSS ❌\nedited: WIN ✅',
    );
  });

  test('refuses a dropped file of more than 100 MB before it is read', async ({ page }) => {
    await drop(page, 'huge.csv', 101_000_000);
    await expect
      .poll(() => page.getByRole('alert').innerText())
      .toBe('The file has 101 MB; at most 100 MB are read. Export a shorter span.');
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
      .getByRole('group', { name: 'Looked at' })
      .getByRole('button', { name: '20', exact: true })
      .click();
    await expect.poll(() => reasons(page).innerText()).toContain('The best of 20 coin tossers');
    const said = await reasons(page).innerText();
    await page.getByText('Save', { exact: true }).click();
    await page.getByRole('button', { name: 'Copy a link' }).click();
    await page.getByText('Link copied').waitFor();
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

  test('ends a reading that is cancelled or left, shows no verdict on it, and reads the next file', async ({
    page,
  }) => {
    await page.addInitScript(`globalThis.workerAnswers = 0;
      globalThis.Worker = class extends Worker {
        constructor(...given) {
          super(...given);
          this.addEventListener('message', () => (globalThis.workerAnswers += 1));
        }
      };`);
    await page.reload();
    const answers = (): Promise<number> =>
      page.evaluate(() => (globalThis as { workerAnswers?: number }).workerAnswers ?? 0);
    const rows = Array.from({ length: 200_000 }, (_, at) => `${at},${at % 2 ? 'won' : 'lost'}`);
    await page.getByLabel('File with trades', { exact: true }).setInputFiles({
      name: 'long.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(`x,result\n${rows.join('\n')}`),
    });
    await page.getByRole('button', { name: 'Cancel', exact: true }).click();
    await page.getByRole('button', { name: 'Choose a file' }).waitFor();
    await choose(page, '01-minimal.csv');
    await check(page);
    await expect.poll(() => reasons(page).innerText()).toMatch(/^7 of 11 won\./);
    // Both presses before the worker can answer the first of them.
    const answered = await answers();
    await page.evaluate(() => {
      const buttons = [...document.querySelectorAll('button')];
      for (const name of ['Ties lost', 'Check another'])
        buttons.find((button) => button.textContent === name)?.click();
    });
    await expect.poll(answers).toBe(answered + 1);
    await page.getByLabel('Won').fill('37');
    await page.getByLabel('Of', { exact: true }).fill('60');
    expect(await page.locator('.check__head').count()).toBe(0);
    await page.getByRole('button', { name: 'Check', exact: true }).click();
    await expect.poll(() => reasons(page).innerText()).toMatch(/^37 of 60 won\./);
  });

  test('says in one sentence why a file is none, and goes on', async ({ page }) => {
    await page
      .getByLabel('File with trades', { exact: true })
      .setInputFiles({ name: 'a.csv', mimeType: 'text/csv', buffer: Buffer.from('<b>x</b>') });
    await expect
      .poll(() => page.getByRole('alert').innerText())
      .toMatch(/tells how a trade ended .*nothing can be counted\.$/);
    await choose(page, '01-minimal.csv');
    await check(page);
    await expect.poll(() => reasons(page).innerText()).toMatch(/^7 of 11 won\./);
  });

  test('Back leads from the verdict to what was read and to the form, Forward to the verdict again', async ({
    page,
  }) => {
    await choose(page, '01-minimal.csv');
    await check(page);
    await page.locator('.check__folds').waitFor();
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

  test('names the formulas of all cards in one fold, each with its source in the docs', async ({ page }) => {
    const docs = (await readFile(new URL('../../docs/check.md', import.meta.url), 'utf8')).replace(
      /\s+/g,
      ' ',
    );
    await page.getByLabel('File with trades', { exact: true }).setInputFiles({
      name: 'hours.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(['time,result', ...HOURS].join('\n')),
    });
    await check(page);
    await openFolds(page);
    const second = page.getByLabel('Second file with trades');
    await second.setInputFiles(`${LAYOUTS}09-result-only.csv`);
    await page.getByRole('rowheader', { name: 'Second: 09-result-only.csv' }).waitFor();
    const names = [
      ...(await page
        .getByRole('region', { name: 'How this is counted' })
        .getByRole('definition')
        .allInnerTexts()),
      await page.getByText(/Newcombe/).innerText(),
    ];
    for (const [author, year] of [
      ['Clopper', 1934],
      ['Howard', 2021],
      ['Loader', 2000],
      ['Hong', 2013],
      ['Efron', 1979],
      ['Wald', 1940],
      ['Feller', 1968],
      ['Fleiss', 2003],
      ['Fisher', 1935],
      ['Newcombe', 1998],
    ] as const) {
      expect(names.some((said) => new RegExp(`${author}[^.;:]*${year}`).test(said))).toBe(true);
      expect(docs).toMatch(new RegExp(`${author}.*${year}`));
    }
  });

  test('is no longer on a phone than it is drawn, and keeps in a menu what can be taken away', async ({
    visit,
  }) => {
    const { page } = await visit('/check', { size: PHONE });
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
    await page.getByLabel('File with trades', { exact: true }).setInputFiles({
      name: 'drawn.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(['time,pair,direction,expiry,stake,payout,result', ...rows].join('\n')),
    });
    await check(page);
    await page.locator('.check__folds').waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(1_700);
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
  });

  test('prints the report alone, on white, in one column', async ({ visit }) => {
    const { page } = await visit('/check', { theme: 'dark' });
    await choose(page, '01-minimal.csv');
    await check(page);
    await page.locator('.check__folds').waitFor();
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

  test.runIf(IS_WHOLE)(
    'has no fault for assistive technology and nothing sideways on a phone, in long words from the right',
    async ({ visit }) => {
      const { page } = await visit('/check', { size: PHONE, stored: { 'pipcast.language': 'pseudo' } });
      const look = async (state: string) => {
        expect(await faults(page), state).toEqual([]);
        expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), state).toBe(
          true,
        );
      };
      await page.getByRole('heading', { level: 1 }).waitFor();
      await look('empty');
      await page.locator('input[type=file]').setInputFiles(`${LAYOUTS}11-title-above.csv`);
      await page.locator('.check__missed').waitFor();
      await openFolds(page);
      await look('read');
      await page.locator('.btn--primary').click();
      await openFolds(page);
      await look('verdict');
    },
  );
});
