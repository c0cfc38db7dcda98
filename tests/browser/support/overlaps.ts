import type { Page } from 'playwright-core';
import { placed } from './placed.ts';

/**
 * Pairs of texts of which one lies over the other. What is meant to be heard only is left out; what a picture draws; the race, whose words
 * move (tests/browser/market-race.test.ts); and the trader's address, which ends in an ellipsis where it is too long.
 */
export async function overlaps(page: Page): Promise<string[]> {
  await placed(page);
  return page.evaluate(() => {
    /** What stays in view lies over what scrolls under it. */
    const isFixed = (element: Element | null): boolean =>
      element !== null && (getComputedStyle(element).position === 'fixed' || isFixed(element.parentElement));
    const lines: { text: string; element: Element; box: DOMRect }[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const element = node.parentElement;
      const text = node.textContent?.trim() ?? '';
      if (
        element === null ||
        text === '' ||
        !element.checkVisibility({ visibilityProperty: true, contentVisibilityAuto: true })
      )
        continue;
      // The note that a choice is saved stays in view too, for 4 s.
      if (isFixed(element) || element.closest('.alerts__problem') !== null) continue;
      // Beyond its edge, a frame that scrolls shows nothing.
      if (
        element.closest(
          '.clock__short, .top__menu *, .check__save > div *, .disclosure__more, .hidden-text, .skip-link, svg, canvas, option, .table-frame, .race',
        )
      )
        continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      for (const box of range.getClientRects()) {
        if (box.width > 2) lines.push({ text: text.slice(0, 40), element, box });
      }
    }
    /** Letters do not fill the height of their line. */
    const meet = (one: DOMRect, other: DOMRect) => {
      const across = Math.min(one.right, other.right) - Math.max(one.left, other.left);
      const down = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
      return across > 2 && down > 0.4 * Math.min(one.height, other.height);
    };
    return lines.flatMap((one, index) =>
      lines
        .slice(index + 1)
        .filter((other) => meet(one.box, other.box))
        .map((other) => `"${one.text}" lies on "${other.text}"`),
    );
  });
}
