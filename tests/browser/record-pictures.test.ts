import type { Locator } from 'playwright-core';
import { describe, expect, inject } from 'vitest';
import type { RecordStory } from '../../src/core/wire/record.ts';
import { cutOff } from './support/cut-off.ts';
import { openRecord, recordScreen } from './support/record-page.ts';
import { settledSignal } from './support/settled-signal.ts';
import { DESKTOP, PHONE, test } from './support/visit.ts';
import { withSignals } from './support/with-signals.ts';

describe('the record', () => {
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
    expect([await adjust('.outcome-pip'), await adjust('.bell__dots')]).toEqual(['exact', 'exact']);
    const header = page.getByRole('banner');
    for (const control of ['button', 'combobox'] as const)
      expect(await header.getByRole(control).count()).toBe(0);
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
  const labels = await page.locator('.race__label:visible').all();
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

test('no label of the picture of luck lies on a dot, and a row on a phone names its figures', async ({
  visit,
}) => {
  await settledSignal();
  const page = await openRecord(visit, { before: (context) => withSignals(context, 2_412) });
  await page.locator('.signals__table tbody tr').first().waitFor();
  for (const size of [DESKTOP, PHONE]) {
    await page.setViewportSize(size);
    const edges = (part: string, edge: 'top' | 'bottom') =>
      page
        .locator(part)
        .evaluateAll((all, side) => all.map((one) => one.getBoundingClientRect()[side]), edge);
    const lowest = Math.max(...(await edges('.bell__mark b', 'bottom')));
    expect(Math.min(...(await edges('.bell__dots', 'top')))).toBeGreaterThanOrEqual(lowest);
  }
  const names = await page
    .locator('.signals__table tbody tr')
    .first()
    .locator('td.number')
    .evaluateAll((cells) => cells.map((cell) => getComputedStyle(cell, '::before').content));
  expect(names).toEqual(['"Said"', '"In its favour"']);
});

test('on a phone the tables of the details have all their columns in sight', async ({ visit }) => {
  const page = await openRecord(visit, { size: PHONE, before: (context) => withSignals(context, 2_412) });
  const closed = page.locator('main details:not([open]) > summary:visible');
  await expect
    .poll(() => closed.evaluateAll((all: HTMLElement[]) => all.map((one) => one.click()).length))
    .toBe(0);
  const frames = page.locator('.fold .table-frame');
  await frames.nth(3).waitFor();
  const hidden = await frames.evaluateAll((all) =>
    all.map((frame) => frame.scrollWidth - frame.clientWidth).filter((px) => px > 0),
  );
  expect(hidden).toEqual([]);
});

test('a label of the picture of luck stays in it, wherever its line is and however long it is', async ({
  visit,
}) => {
  const page = await openRecord(visit, {
    size: { width: 320, height: 900 },
    before: (context) => withSignals(context, 2_412),
  });
  await page.locator('.bell__mark').first().waitFor();
  for (const side of ['before', 'behind'])
    for (const place of ['3%', '45%', '55%', '97%']) {
      await page.locator('.bell__mark').evaluateAll(
        (marks, at) => {
          for (const mark of marks as HTMLElement[]) {
            mark.dataset['side'] = at.side;
            mark.style.setProperty('--at', at.place);
          }
          const [label] = marks[1]?.children ?? [];
          if (label !== undefined) label.textContent = 'a coin in other words 51.25%';
        },
        { side, place },
      );
      expect(await cutOff(page), `${side} ${place}`).toEqual([]);
    }
});
