import { expect } from 'vitest';
import { holdRequests } from './support/hold-requests.ts';
import { recordLayoutShifts, shiftsOf } from './support/measure-visit.ts';
import { EARLIER, ENTERED, ENTRY, SIGNAL, tellScene, visitScripted } from './support/scripted-market.ts';
import { homeScreen } from './support/screens.ts';
import { DESKTOP, PHONE, test } from './support/visit.ts';

const SCENE = { at: 19, entries: [...EARLIER, SIGNAL, ENTERED], mid: ENTRY + 7 };

test.for([
  ['special', 'desktop', DESKTOP],
  ['special', 'phone', PHONE],
  ['bot', 'desktop', DESKTOP],
  ['bot', 'phone', PHONE],
] as const)(
  'before its code is there the card has the boxes that it has then, and nothing shifts (%s, %s)',
  async ([mode, , size], { visit }) => {
    let release = () => {};
    const { page, stream } = await visitScripted(visit, SCENE, {
      size,
      before: async (context, one) => {
        await recordLayoutShifts(context);
        release = await holdRequests(one, '**/assets/market-panel*.js');
      },
    });
    const { current, latest, bot } = homeScreen(page);
    const card = mode === 'special' ? current : latest;
    if (mode === 'bot') await bot.click();
    await card.getByText('Loading...').waitFor();
    const boxOf = () =>
      card.evaluate((element) => {
        const { left, top, width, height } = element.getBoundingClientRect();
        return [left, top, width, height].map(Math.round);
      });
    const before = await boxOf();
    const shiftsBefore = (await shiftsOf(page)).length;
    release();
    await card.locator('.market-card__head').waitFor();
    expect(await boxOf()).toEqual(before);
    await tellScene(page, stream, SCENE);
    await card.getByText('Live price').waitFor();
    await page.clock.runFor(300);
    expect(await boxOf()).toEqual(before);
    // Words that are replaced stand a little elsewhere in their line.
    const shifts = (await shiftsOf(page)).slice(shiftsBefore);
    expect(
      shifts.reduce((sum, shift) => sum + Number.parseFloat(shift), 0),
      shifts.join('\n'),
    ).toBeLessThan(0.001);
  },
);
