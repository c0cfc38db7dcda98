import type { Page } from 'playwright-core';
import { expect, vi } from 'vitest';
import { faults } from './axe.ts';
import { cutLetters, cutOff } from './cut-off.ts';
import { Noise } from './noise.ts';
import { offScale } from './off-scale.ts';
import { overlaps } from './overlaps.ts';
import { smallTargets } from './small-targets.ts';
import { test as base } from './visit.ts';

/** A page that is not the app's, with what a test puts into it; what it says may be heard. */
const test = base.extend<{ show: (body: string) => Promise<Page> }>({
  show: async ({ visit }, use) => {
    await use(async (body) => {
      const html = `<!doctype html><html lang="en"><title>A page</title><body>${body}</body></html>`;
      const { page, allowNoise } = await visit('/made-up', {
        before: (_, opened) =>
          opened.route('**/made-up', (route) => route.fulfill({ contentType: 'text/html', body: html })),
      });
      allowNoise(/./);
      return page;
    });
  },
});

test('cutOff names what lies beyond an edge of the page and what its box cuts, and nothing that is whole', async ({
  show,
}) => {
  const page = await show(`
    <p>whole</p>
    <p style="position: absolute; left: -40px">left</p>
    <button style="position: absolute; left: calc(100vw - 20px); width: 60px">right</button>
    <p style="width: 50px; overflow: hidden; white-space: nowrap">a text that is too long</p>
    <select style="width: 50px"><option>a choice that is too long</select>
    <select style="width: 80px; height: 20px; white-space: normal"><option>a choice that is too high</select>
    <select style="width: 80px; height: 200px; white-space: normal"><option>a choice in lines</select>
    <select style="width: 80px"><option>short<option>a-choice-that-is-not-chosen-yet</select>
    <div class="table-frame" style="width: 60px; overflow: auto"><p style="width: 90px">a column</p></div>
    <p class="hidden-text" style="position: absolute; left: -900px">heard</p>`);
  expect(await cutOff(page)).toEqual([
    'the page scrolls by 40 px',
    expect.stringContaining('left: -40 to'),
    expect.stringContaining('right: '),
    expect.stringContaining('a text that is too long: cut'),
    expect.stringContaining('a column: scrolls sideways on a desktop'),
    expect.stringContaining('a choice that is too long: cut'),
    expect.stringContaining('a choice that is too high: cut'),
    expect.stringContaining('a-choice-that-is-not-chosen-ye: cut'),
  ]);
  expect(
    await cutOff(await show('<p>whole</p><button>whole</button><select><option>whole</select>')),
  ).toEqual([]);
});

test('cutLetters names texts that a box cuts above or below, and none that have room', async ({ show }) => {
  const page = await show(`
    <p style="overflow: hidden; height: 60px; font: 20px/1.5 sans-serif">room</p>
    <p style="overflow: hidden; height: 10px; font: 20px/1.5 sans-serif">below</p>
    <div style="overflow: clip; height: 60px"><p style="position: relative; top: -15px; font: 20px/1.5 sans-serif">above</p></div>`);
  expect(await cutLetters(page)).toEqual([
    expect.stringContaining('"below"'),
    expect.stringContaining('"above"'),
  ]);
});

test('overlaps names each pair of texts of which one lies on the other', async ({ show }) => {
  const page = await show(`
    <p>alone</p>
    <p style="position: absolute; top: 200px">under</p>
    <p style="position: absolute; top: 204px">over</p>
    <p style="position: absolute; top: 200px; visibility: hidden">not seen</p>
    <p style="position: fixed; top: 200px">stays</p>`);
  expect(await overlaps(page)).toEqual(['"under" lies on "over"']);
});

test('smallTargets names controls with less than 44 px either way, unless something around them takes the touch', async ({
  show,
}) => {
  const large = 'width: 44px; height: 44px; padding: 0';
  const page = await show(`
    <style>
      .reach { position: relative; width: 20px; height: 20px }
      .reach::after { content: ''; position: absolute; width: 44px; height: 44px }
    </style>
    <button style="${large}">large</button>
    <button style="${large}; height: 42px">low</button>
    <button style="${large}; width: 43px">thin</button>
    <button class="reach">reach</button>
    <label style="display: block; ${large}"><input type="checkbox" aria-label="labelled"></label>
    <input type="checkbox" aria-label="bare">
    <p>A <a href="#there">link</a> and a <button style="display: inline; padding: 0">word</button> in a sentence.</p>
    <p><a href="#there">lone</a></p>`);
  expect((await smallTargets(page)).map((said) => /"(.*)"/.exec(said)?.[1])).toEqual([
    'low',
    'thin',
    'bare',
    'word',
    'lone',
  ]);
});

test('smallTargets names controls on whose touchable area something lies', async ({ show }) => {
  const page = await show(`
    <style>button { position: absolute; width: 44px; height: 44px; padding: 0 } p { position: absolute; margin: 0 }</style>
    <button style="top: 0">whole</button>
    <button style="top: 100px">cut</button><p style="top: 130px; width: 44px; height: 30px">over it</p>
    <button style="top: 200px">under</button><p style="top: 200px; width: 44px; height: 44px">over it</p>
    <button style="top: 300px">bar</button><p style="position: fixed; top: 300px; width: 44px; height: 44px">stays</p>`);
  expect(await smallTargets(page)).toEqual([
    expect.stringMatching(/"cut" : 4\d(\.5)? x 30$|"cut" : 4\d(\.5)? x 29/),
    expect.stringContaining('"under" : something lies on its middle'),
  ]);
});

test('faults names what breaks a rule of axe, once what moves has come to rest', async ({ show }) => {
  const sound =
    '<main><h1>A page</h1><p>Text</p><button>Go</button><p>Back <a href="#top">up</a> again</p></main>';
  const moving = await show(sound);
  expect(await faults(moving)).toEqual([]);
  await moving.evaluate(() => void document.querySelector('h1')?.animate({ color: ['#eee', '#eee'] }, 1_000));
  expect(await faults(moving)).toEqual([]);
  const page = await show(`${sound}<main><input><p style="color: #ccc">Pale</p></main>`);
  const found = (await faults(page)).join('\n');
  expect(found).toMatch(/^label: <input>$/m);
  expect(found).toMatch(/^color-contrast: .*Pale/m);
});

/* oxlint-disable no-console -- runs in the page, whose console the test reads */
const LOUD = {
  'console log: said': () => console.log('said'),
  'console error: wrong': () => console.error('wrong'),
  /* oxlint-enable no-console */
  'uncaught: thrown': () => void setTimeout(() => Promise.reject(new Error('thrown'))),
  'request failed: GET /gone': () => void fetch('/gone').catch(() => {}),
  'request to another origin: http://127.0.0.1:9/': () => void fetch('http://127.0.0.1:9/').catch(() => {}),
};

test.for(Object.entries(LOUD))(
  'a page is not silent, unless the test expected it: %s',
  async ([line, speak], { show }) => {
    const page = await show('');
    const noise = new Noise([new URL(page.url()).origin]);
    noise.listenTo(page);
    await page.route('**/gone', (route) => route.abort('connectionrefused'));
    await page.route('http://127.0.0.1:9/', (route) => route.fulfill({ body: '' }));
    await page.evaluate(speak);
    await vi.waitFor(() => expect(() => noise.check()).toThrow(line), 60_000);
    noise.expect(/./);
    noise.check();
  },
);

test('a page that keeps silent although the test expected noise fails the test', () => {
  const noise = new Noise([]);
  noise.allow(/may come/);
  noise.check();
  noise.expect(/must come/);
  expect(() => noise.check()).toThrow('expected in the console: /must come/');
});

test('offScale names letters that are no token, typed and written by a style too, and spaces off the grid', async ({
  show,
}) => {
  const head = `<style>:root { --fs-13: 0.8125rem; --fs-16: 1rem }
    p { margin: 8px 0 } b::before { content: "1."; font-size: 15px } input { font-size: 17px }</style>`;
  const page =
    await show(`${head}<main style="padding: 4px"><p>on the scale</p><p style="margin-top: 6px">off it</p>
    <b></b><input value="typed"><div class="card" style="gap: 5px"></div>
    <figure><p style="margin-top: 3px; font-size: 13px">a drawing's</p></figure>
    <svg viewBox="0 0 100 10" width="100"><text font-size="13">fits</text></svg>
    <svg viewBox="0 0 100 10" width="200"><text font-size="13">grown</text></svg></main>`);
  expect(await offScale(page)).toEqual([
    '15 px: <b class="">',
    '17 px: <input class="">',
    '26 px, drawn: grown',
    'rowGap 5 px: <div class="card">',
    'columnGap 5 px: <div class="card">',
    'marginTop 6 px: <p class="">',
  ]);
});
