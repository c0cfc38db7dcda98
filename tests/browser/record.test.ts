import type { Locator, Page } from 'playwright-core';
import { describe, expect, inject } from 'vitest';
import type { RecordPage, RecordStory, RecordSummary } from '../../src/core/wire/record.ts';
import { headlineOf } from '../../src/web/features/record/headline.ts';
import { createAccount } from './support/accounts.ts';
import { recordLayoutShifts, shiftsOf } from './support/measure-visit.ts';
import { settledSignal } from './support/settled-signal.ts';
import { withSignals } from './support/with-signals.ts';
import { type OpenVisit, PHONE, test, type VisitOptions } from './support/visit.ts';

/** What a won stake of 1 is paid where nobody has typed another payout. */
const PAYOUT_PERCENT = 80;

function recordScreen(page: Page) {
  return {
    headline: page.getByRole('heading', { level: 1 }),
    rows: page.getByRole('region', { name: 'All signals, table', exact: true }).locator('tbody tr'),
    filters: page.getByRole('button', { name: /^Filters/ }),
    outcome: page.getByRole('combobox', { name: 'Outcome', exact: true }),
    payout: page.getByLabel('Payout, % of the stake'),
    verify: page.getByRole('button', { name: 'Check it yourself', exact: true }),
    details: page.locator('summary', { hasText: 'Details' }),
  };
}

/** The record with at least two settled signals, as anybody sees it. */
async function openRecord(visit: OpenVisit, options: VisitOptions = {}, path = '/record'): Promise<Page> {
  const url = inject('marketUrl');
  await expect.poll(() => settledCount(url), { timeout: 60_000, interval: 500 }).toBeGreaterThan(1);
  const { page } = await visit(path, { ...options, url });
  await recordScreen(page).rows.first().waitFor();
  return page;
}

/** How many signals are settled by now. */
async function settledCount(url: string): Promise<number> {
  const answer = await fetch(`${url}/api/record/signals`);
  return ((await answer.json()) as RecordPage).total;
}

describe('the record', () => {
  test('is open to everybody here, says first what it comes to and that it is no live record', async ({
    visit,
  }) => {
    const page = await openRecord(visit);
    const [answer] = await Promise.all([
      page.waitForResponse((response) => new URL(response.url()).pathname === '/api/record'),
      page.reload(),
    ]);
    const summary = (await answer.json()) as RecordSummary;
    const { engine, coin, needed } = headlineOf(summary, PAYOUT_PERCENT);
    const { settled } = summary.engineArm;
    const line =
      engine === undefined
        ? new RegExp(`^Too early: (${settled}|no) signals?\\.$`)
        : new RegExp(`^Right ${engine} in 100\\. A coin: ${coin}\\. You need ${needed}\\.$`);
    await expect.poll(async () => (await recordScreen(page).headline.innerText()).trim()).toMatch(line);
    await page.getByText(/^Replay of .* Not part of the live record\./).waitFor();
    await page.getByText(/ decided of .* market signals, |^P-Special: .* decided, /).waitFor();
    await page.getByRole('link', { name: 'Sign In', exact: true }).waitFor();
  });

  test('shows each signal with its outcome, and only those that a filter lets through; Back undoes it', async ({
    visit,
  }) => {
    const page = await openRecord(visit);
    const screen = recordScreen(page);
    await screen.filters.click();
    for (const outcome of ['won', 'lost', 'void']) {
      await screen.outcome.selectOption(outcome);
      await page.getByText(/^(1 signal|\d+ signals, the newest first|No signal matches.*)$/).waitFor();
      const others = async () =>
        (await screen.rows.allInnerTexts()).filter((text) => !text.toLowerCase().includes(outcome));
      await expect.poll(others).toEqual([]);
      expect(new URL(page.url()).searchParams.get('outcome')).toBe(outcome);
    }
    await page.goBack();
    await expect.poll(() => screen.outcome.inputValue()).toBe('lost');
  });

  test('without any entry shifts nothing at 360 px, and claims nothing', async ({ visit }) => {
    const { page } = await visit('/record', {
      url: inject('marketUrl'),
      size: { width: 360, height: 780 },
      before: async (context, one) => {
        await recordLayoutShifts(context);
        await withSignals(context, 0);
        await one.route('**/api/record/signals?*', (route) =>
          route.fulfill({ json: { rows: [], total: 0, next: null } }),
        );
      },
    });
    await page.getByRole('heading', { name: 'Too early: no signals.' }).waitFor();
    await page.getByText('No signal has ended yet.').waitFor();
    await page.getByText('Nothing has been recorded yet.').waitFor();
    expect(await page.locator('.ledger > .icon').count()).toBe(0);
    expect(await shiftsOf(page)).toEqual([]);
  });

  test('offers no older signals where there are none', async ({ visit }) => {
    const page = await openRecord(visit);
    await page.route('**/api/record/signals?*', async (route) => {
      const answer = await (await route.fetch()).json();
      await route.fulfill({ json: { ...answer, rows: answer.rows.slice(0, 2), total: 2, next: null } });
    });
    await page.reload();
    await recordScreen(page).rows.nth(1).waitFor();
    expect(await page.getByRole('button', { name: 'Show older', exact: true }).isVisible()).toBe(false);
  });

  test('an address shows the view that it was sent from', async ({ visit }) => {
    const page = await openRecord(visit, {}, '/record?outcome=won&open=details');
    await page.getByRole('button', { name: 'Filters, 1 on', exact: true }).waitFor();
    await page.getByRole('table', { name: 'By pair', exact: true }).waitFor();
    await recordScreen(page).filters.click();
    expect(await recordScreen(page).outcome.inputValue()).toBe('won');
  });

  test('on paper and at 200 % each row has its outcome; paper has the pips and no controls', async ({
    visit,
  }) => {
    const size = { width: 640, height: 900 };
    const page = await openRecord(visit, { size, before: (context) => withSignals(context, 2_412) });
    const outcome = recordScreen(page).rows.first().locator('.signals__outcome');
    const hidden = () =>
      outcome.evaluate((cell) => {
        const frame = cell.closest('.table-frame') ?? cell;
        return frame.scrollWidth - frame.clientWidth;
      });
    expect(await hidden()).toBe(0);
    await page.emulateMedia({ media: 'print' });
    expect(await hidden()).toBe(0);
    const adjust = (part: string) =>
      page
        .locator(part)
        .first()
        .evaluate((drawn) => getComputedStyle(drawn).printColorAdjust);
    expect([await adjust('.outcome-pip'), await adjust('.bell__dot')]).toEqual(['exact', 'exact']);
    const header = page.getByRole('banner');
    for (const control of ['button', 'combobox'] as const)
      expect(await header.getByRole(control).count()).toBe(0);
  });

  test('the whole row leads to the story of a signal, and Back to where the reader was', async ({
    visit,
  }) => {
    const page = await openRecord(visit, { before: (context) => withSignals(context, 2_412) });
    const row = recordScreen(page).rows.first();
    const { width = 0, height = 0 } = (await row.boundingBox()) ?? {};
    await row.click({ position: { x: width - 30, y: height / 2 } });
    await page.getByRole('region', { name: 'What happened when', exact: true }).waitFor();
    await page.getByRole('img', { name: /^EUR\/USD from / }).waitFor();
    expect(await page.evaluate(() => scrollY)).toBe(0);
    await page.getByRole('region', { name: 'One signal proves nothing', exact: true }).waitFor();
    await page.goBack();
    await recordScreen(page).rows.first().waitFor();
    await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(0);
  });

  test('reckons what is needed with the payout that is typed, refuses what is none, and remembers it', async ({
    visit,
  }) => {
    const page = await openRecord(visit, { before: (context) => withSignals(context, 40) });
    const { headline, payout } = recordScreen(page);
    const needs = (count: number) => headline.filter({ hasText: `You need ${count}.` }).waitFor();
    await needs(56);
    await payout.fill('92');
    await needs(53);
    await payout.fill('180');
    await page.getByText('Enter a payout from 1 to 100%').waitFor();
    expect(await payout.getAttribute('aria-invalid')).toBe('true');
    await page.reload();
    await needs(53);
  });

  test('hands out what it lists as CSV and JSON', async ({ visit }) => {
    const page = await openRecord(visit);
    await recordScreen(page).details.click();
    for (const format of ['CSV', 'JSON']) {
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: format, exact: true }).click(),
      ]);
      expect(download.suggestedFilename()).toBe(`pipcast-record.${format.toLowerCase()}`);
      const chunks: Buffer[] = [];
      for await (const chunk of await download.createReadStream()) chunks.push(chunk as Buffer);
      const text = Buffer.concat(chunks).toString();
      expect(text).toContain('EUR/USD');
      if (format === 'JSON') expect(Array.isArray(JSON.parse(text))).toBe(true);
    }
  });

  test('says so and offers another try when the server does not answer', async ({ visit }) => {
    const { page, expectNoise } = await visit('/auth', { url: inject('marketUrl') });
    expectNoise(/ERR_CONNECTION_REFUSED/, /request failed: GET \/api\/record/);
    await page.route('**/api/record', (route) => route.abort('connectionrefused'));
    await page.goto('/record');
    await page.getByText('This did not load').waitFor();
    await page.unroute('**/api/record');
    await page.getByRole('button', { name: 'Try again', exact: true }).click();
    await recordScreen(page).headline.waitFor();
  });

  test('names an altered entry when the ledger is checked', async ({ visit }) => {
    const page = await openRecord(visit);
    await page.route('**/tile/entries/**', async (route) => {
      const response = await route.fetch();
      const body = Buffer.from(await response.body());
      const at = body.indexOf('"CALL"');
      body.write('"PUT" ', at === -1 ? 40 : at);
      await route.fulfill({ response, body });
    });
    await recordScreen(page).verify.click();
    await page.getByText('The ledger does not verify').waitFor();
    expect(await page.locator('output', { hasText: 'does not verify' }).innerText()).toMatch(/entry \d+/i);
  });

  test('names a ledger that was cut back behind the record that is shown', async ({ visit }) => {
    const page = await openRecord(visit);
    await page.route('**/api/record?ledger=*', async (route) => {
      const response = await route.fetch();
      const summary = (await response.json()) as RecordSummary;
      await route.fulfill({ response, json: { ...summary, size: summary.size + 1_000_000 } });
    });
    await recordScreen(page).verify.click();
    await page.getByText('The ledger does not verify').waitFor();
    expect(await page.locator('output', { hasText: 'does not verify' }).innerText()).toMatch(
      /it says that it is of \d+ entries, but the ledger has only \d+/,
    );
  });

  test('an unknown signal and one of another address are distinguished from a page', async ({ visit }) => {
    const { page, expectNoise } = await visit('/record/00000000-0000-4000-8000-000000000000', {
      url: inject('marketUrl'),
    });
    expectNoise(/status of 404/);
    await page.getByText('There is no such settled signal').waitFor();
    await page.getByRole('link', { name: 'All signals' }).click();
    await recordScreen(page).headline.waitFor();
  });
});

test('no line crosses the letters of a story’s picture, also where it leaves no place free', async ({
  visit,
}) => {
  const { page } = await visit(`/record/${await settledSignal()}`, {
    url: inject('marketUrl'),
    size: PHONE,
    before: (context) =>
      context.route('**/api/record/signals/*', async (route) => {
        const story = (await (await route.fetch()).json()) as RecordStory;
        const { startMs, entry } = story.row;
        const mid = entry === null ? 0 : entry.bid + entry.ask;
        const path = Array.from({ length: 122 }, (_, at) => [
          startMs + (at - 61) * 1_000,
          mid + (at % 2 === 0 ? 30 : -30),
        ]);
        await route.fulfill({ json: { ...story, path } });
      }),
  });
  await page.locator('.story__pairs').waitFor();
  const labels = await page.locator('.story-race .price-picture__label:visible').all();
  expect(labels.length).toBeGreaterThan(3);
  for (const label of labels)
    expect(await darkestAroundLetters(label), await label.innerText()).toBeGreaterThan(200);
});

test('no line crosses the letters of break-even in the picture of the course', async ({ visit }) => {
  const page = await openRecord(visit, { before: (context) => withSignals(context, 2_412) });
  const label = page.locator('.course__note');
  await label.evaluate((words) => {
    const lines = document.createElement('i');
    words.before(lines);
    const background = 'repeating-linear-gradient(#000 0 2px, #0000 2px 6px)';
    Object.assign(lines.style, { position: 'absolute', inset: '0', background });
  });
  expect(await darkestAroundLetters(label)).toBeGreaterThan(200);
});

/** The darkest that is drawn under the letters of a part and beside them: a channel's value of 255 at most. */
async function darkestAroundLetters(part: Locator): Promise<number> {
  const drawnIn = async (ink: string) => {
    await part.evaluate((element: HTMLElement, colour) => {
      for (const each of [element, ...element.querySelectorAll<HTMLElement>('*')])
        each.style.webkitTextFillColor = colour;
    }, ink);
    return (await part.screenshot()).toString('base64');
  };
  const pictures = [await drawnIn('transparent'), await drawnIn('#f0f')];
  return part.evaluate(async (_, [under = '', letters = '']) => {
    const pixelsOf = async (base64: string) => {
      const bytes = Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0));
      const bitmap = await createImageBitmap(new Blob([bytes]));
      const pen = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d');
      pen?.drawImage(bitmap, 0, 0);
      return { width: bitmap.width, data: pen?.getImageData(0, 0, bitmap.width, bitmap.height).data ?? [] };
    };
    const [drawn, inked] = [await pixelsOf(under), await pixelsOf(letters)];
    const isLetter = (at: number) => (inked.data[4 * at] ?? 0) > 240 && (inked.data[4 * at + 1] ?? 255) < 60;
    let darkest = 255;
    for (let at = 0; at < drawn.data.length / 4; at += 1) {
      const around = [0, -1, 1, -inked.width, inked.width].map((step) => at + step);
      if (around.some(isLetter)) darkest = Math.min(darkest, drawn.data[4 * at] ?? 255);
    }
    return darkest;
  }, pictures);
}

describe('the size of the record with 2,412 signals', () => {
  test('at most 1,200 px before the table at 1280, nothing moves while it loads', async ({ visit }) => {
    const page = await openRecord(visit, {
      before: async (context) => {
        await recordLayoutShifts(context);
        await withSignals(context, 2_412);
      },
    });
    const table = await page.getByRole('region', { name: 'All signals', exact: true }).boundingBox();
    expect(table?.y).toBeLessThanOrEqual(1_200);
    expect(await shiftsOf(page)).toEqual([]);
  });

  test('at most 2,000 px in all on the phone of a signed-in trader', async ({ visit }) => {
    const { session } = await createAccount(undefined, inject('marketUrl'));
    const page = await openRecord(visit, {
      size: PHONE,
      session,
      before: async (context) => {
        await recordLayoutShifts(context);
        await withSignals(context, 2_412);
        // A full page, however many signals have ended by now, and of the longest rows.
        await context.route('**/api/record/signals?*', async (route) => {
          const { rows } = (await (await route.fetch()).json()) as RecordPage;
          const full = Array.from({ length: 50 }, (_, at) => {
            const id = `00000000-0000-4000-8000-${`${at}`.padStart(12, '0')}`;
            return { ...rows[0], id, index: 1_000 - at, mode: 'bot', timeframe: '15s' };
          });
          await route.fulfill({ json: { rows: full, total: 2_412, next: 951 } });
        });
      },
    });
    await page.getByRole('button', { name: 'Show older', exact: true }).waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(2_000);
    expect(await shiftsOf(page)).toEqual([]);
  });
});
