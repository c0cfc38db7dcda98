import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { describe, expect, inject, onTestFinished } from 'vitest';
import { startAppProxy } from './support/app-proxy.ts';
import { faults } from './support/axe.ts';
import { check, choose, LAYOUTS, openFolds, reasons, test } from './support/check-page.ts';
import { holdRequests } from './support/hold-requests.ts';
import { PHONE } from './support/visit.ts';
import { withConfig } from './support/with-config.ts';

/** 36 trades from 7 to 12 UTC: fewer are not grouped. */
const HOURS = Array.from(
  { length: 36 },
  (_, at) =>
    `2026-03-02T${['07', '08', '09', '10', '11'][at % 5]}:${10 + at}:00Z,${at % 2 === 0 ? 'won' : 'lost'}`,
);

/** Gives the page trades that are in a few hours of the day. */
function chooseHours(page: Page): Promise<void> {
  const buffer = Buffer.from(['time,result,stake', ...HOURS.map((row) => `${row},10`)].join('\n'));
  const field = page.getByLabel('Choose a file', { exact: true });
  return field.setInputFiles({ name: 'hours.csv', mimeType: 'text/csv', buffer });
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

describe('the check of a track record', () => {
  test('a drop in the first seconds of a visit leaves no request that is not there without it', async ({
    visit,
  }) => {
    const trades = await readFile(`${LAYOUTS}01-minimal.csv`, 'utf8');
    const asked = async (drops: boolean): Promise<string[]> => {
      const app = await startAppProxy(inject('appUrl'));
      onTestFinished(app.close);
      let release = () => {};
      const { page } = await visit('/check', {
        url: app.url,
        keepsApp: true,
        before: async (_, opened) => {
          // What a page loads by itself some seconds after its start comes after the drop, however long that takes.
          if (drops) release = await holdRequests(opened, '**/keep-app*');
        },
      });
      if (drops) {
        await page.locator('[inert]').waitFor({ state: 'detached' });
        await drop(page, 'trades.csv', trades);
        await check(page);
        await expect.poll(() => reasons(page).innerText()).toMatch(/^7 of 11 won\./);
        expect(app.asked.join()).not.toContain('keep-app');
        release();
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
      return `2026-03-02 09:${minute}:${at % 3}5,EUR/USD,CALL,50s,${bet % 10 < 7 ? 'won' : 'lost'}`;
    });
    await page.getByLabel('Choose a file', { exact: true }).setInputFiles({
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

  test('reads a column as the reader says, and says why where nothing is left to count', async ({ page }) => {
    await choose(page, '02-german-semicolon.csv');
    const stake = page.getByRole('combobox', { name: 'Einsatz € is read as', exact: true });
    await check(page);
    await openFolds(page);
    await page.getByText('170.00', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Read it differently' }).click();
    const payout = page.getByRole('combobox', { name: 'Auszahlung % is read as', exact: true });
    // Without a stake, what a trade brought and its payout tell it; without both, wins are held against losses.
    await stake.selectOption('not used');
    await page.getByText('9 columns, 8 used').waitFor();
    await check(page);
    await openFolds(page);
    await page.getByText('170.00', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Read it differently' }).click();
    await payout.selectOption('not used');
    await page.getByText('9 columns, 7 used').waitFor();
    await check(page);
    await page.getByText('At these payouts you needed 5.2 wins').waitFor();
    await openFolds(page);
    await page.getByRole('button', { name: 'Read it differently' }).click();
    const result = page.getByRole('combobox', { name: 'Ergebnis is read as', exact: true });
    const profit = page.getByRole('combobox', { name: 'Gewinn/Verlust € is read as', exact: true });
    await profit.selectOption('not used');
    await page.getByText('9 columns, 6 used').waitFor();
    await result.selectOption('not used');
    await expect
      .poll(() => page.getByRole('alert').innerText())
      .toBe('No row of 13 is a trade; row 2: it does not say how it ended.');
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
      .fill('EURUSD CALL 1 MIN\nWIN MTG 1 ✅\nGBPUSD PUT 1 MIN WIN ✅');
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
    await chooseHours(page);
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

  test('compares a second file with the first', async ({ page }) => {
    await choose(page, '01-minimal.csv');
    await check(page);
    await openFolds(page);
    const card = page.getByRole('region', { name: 'Beside a second record' });
    const second = card.getByLabel('Choose a second file');
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
        /^The win rate of the second is 26\.4 percentage points higher \(95%: −1\d\.\d to \+5\d\.\d\)\. Between two records/,
      )
      .waitFor();
    await card.getByRole('rowheader', { name: 'Second: b.csv' }).waitFor();
    expect(await faults(page)).toEqual([]);
    await second.setInputFiles({ name: 'c.csv', mimeType: 'text/csv', buffer: Buffer.from(result) });
    await card.getByRole('rowheader', { name: 'Second: c.csv' }).waitFor();
    expect(await card.getByRole('rowheader').count()).toBe(2);
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
      .getByLabel('Choose a second file')
      .setInputFiles({ name: 'later.txt', mimeType: 'text/plain', buffer: Buffer.from(later) });
    await card
      .getByText(
        '1 of 6 messages of the first export is missing from the second; 1 said a loss, 0 a win. 1 was edited; 1 said a loss before, 1 says a win now.',
      )
      .waitFor();
    expect(await card.getByRole('list').innerText()).toBe(
      'Message 2\nLOSS ❌\ndeleted\nMessage 4\nLOSS ❌\nedited: WIN ✅',
    );
  });

  test('refuses a dropped file of more than 100 MB before it is read', async ({ page }) => {
    await drop(page, 'huge.csv', 101_000_000);
    await expect
      .poll(() => page.getByRole('alert').innerText())
      .toBe('The file has 101 MB; at most 100 MB are read. Export a shorter span.');
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
    await page.getByLabel('Choose a file', { exact: true }).setInputFiles({
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
      .getByLabel('Choose a file', { exact: true })
      .setInputFiles({ name: 'a.csv', mimeType: 'text/csv', buffer: Buffer.from('<b>x</b>') });
    await expect
      .poll(() => page.getByRole('alert').innerText())
      .toMatch(/tells how a trade ended .*nothing can be counted\.$/);
    await choose(page, '01-minimal.csv');
    await check(page);
    await expect.poll(() => reasons(page).innerText()).toMatch(/^7 of 11 won\./);
  });

  test('names the formulas of all cards in one fold, each with its source in the docs', async ({ page }) => {
    const docs = (await readFile(new URL('../../docs/check.md', import.meta.url), 'utf8')).replace(
      /\s+/g,
      ' ',
    );
    await chooseHours(page);
    await check(page);
    await openFolds(page);
    const second = page.getByLabel('Choose a second file');
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
      ['Hoeffding', 1956],
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

  test('draws the longest verdict as a picture whose dots stand on their line', async ({ page }) => {
    const rows = Array.from(
      { length: 330 },
      (_, at) =>
        `${new Date(Date.UTC(2026, 2, 2) + Math.floor(at / 3) * 3_600_000 + at * 5_000).toISOString()},EUR/USD,300,${at},${at % 15 < 12 ? 'won' : 'lost'}`,
    );
    await page.getByLabel('Choose a file', { exact: true }).setInputFiles({
      name: 'moves.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(['time,pair,expiry,id,result', ...rows].join('\n')),
    });
    await check(page);
    await page.getByRole('button', { name: '20', exact: true }).click();
    await page.getByLabel('Was it chosen by its outcomes?').selectOption('stretch-10');
    expect((await reasons(page).innerText()).length).toBeGreaterThan(480);
    await page.getByText('Save', { exact: true }).click();
    const [saved] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Save a picture' }).click(),
    ]);
    const png = await readFile(await saved.path(), 'base64');
    const below = await page.evaluate(async (data) => {
      const bytes = Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0));
      const image = await createImageBitmap(new Blob([bytes]));
      const context = new OffscreenCanvas(1_200, 630).getContext('2d') as OffscreenCanvasRenderingContext2D;
      context.drawImage(image, 0, 0);
      // Over a corner: the colour of a dot. Some stand well above the line at 560, none below it.
      context.fillStyle = getComputedStyle(document.body).getPropertyValue('--ghost');
      context.fillRect(0, 0, 1, 1);
      const pixels = context.getImageData(0, 0, 1_200, 630).data;
      const at = (x: number, y: number) => pixels.slice((y * 1_200 + x) * 4, (y * 1_200 + x) * 4 + 3).join();
      const inks = (from: number, to: number) => {
        const rowsOf = Array.from({ length: to - from }, (_, y) => from + y);
        return rowsOf.flatMap((y) => Array.from({ length: 1_200 }, (_, x) => at(x, y)));
      };
      const dot = at(0, 0);
      return {
        dots: inks(400, 480).filter((ink) => ink === dot).length,
        below: inks(563, 630).filter((ink) => ink === dot).length,
      };
    }, png);
    expect(below.dots).toBeGreaterThan(500);
    expect(below.below).toBe(0);
  });

  test('has no fault for assistive technology and nothing sideways on a phone, in long words from the right', async ({
    visit,
  }) => {
    const { page } = await visit('/check', { size: PHONE, stored: { 'pipcast.language': 'pseudo' } });
    const look = async (state: string) => {
      expect(await faults(page), state).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), state).toBe(true);
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
  });
});
