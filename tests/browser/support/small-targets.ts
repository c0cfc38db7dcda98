import type { Page } from 'playwright-core';

/**
 * Controls that a finger misses: less than 44 px of touchable height or width, what reaches beyond the drawn box (`::before`,
 * `::after`, a label) counted. Left out: links within a sentence, the place of a skip link that is not focused, and the columns of
 * the strip of outcomes, where a touch anywhere chooses and the link below leads on.
 */
export function smallTargets(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const LEAST_PX = 44;
    const found: string[] = [];
    for (const element of document.querySelectorAll<HTMLElement>(
      'a[href], button, input, select, summary, [role="slider"]',
    )) {
      if (!element.checkVisibility({ visibilityProperty: true })) continue;
      if (element.matches('.skip-link, .strip__columns a') || isWithinSentence(element)) continue;
      const label = element instanceof HTMLInputElement ? element.closest('label') : null;
      const boxes = [boxOf(element), ...(label === null ? [] : [boxOf(label)])];
      const width = Math.max(...boxes.map((box) => box.width));
      const height = Math.max(...boxes.map((box) => box.height));
      if (width >= LEAST_PX - 0.5 && height >= LEAST_PX - 0.5) continue;
      const name = element.getAttribute('aria-label') ?? element.textContent ?? '';
      found.push(
        `${element.tagName} "${name.trim().slice(0, 40)}" ${element.className}: ${width} x ${height}`,
      );
    }
    return found;

    function boxOf(element: HTMLElement) {
      const own = element.getBoundingClientRect();
      const sizes = ['::before', '::after'].flatMap((pseudo) => {
        const { content, position, width, height } = getComputedStyle(element, pseudo);
        const isBox = content !== 'none' && content !== 'normal' && position === 'absolute';
        return isBox ? [{ width: Number.parseFloat(width), height: Number.parseFloat(height) }] : [];
      });
      return {
        width: Math.max(own.width, ...sizes.map((size) => size.width)),
        height: Math.max(own.height, ...sizes.map((size) => size.height)),
      };
    }

    function isWithinSentence(element: HTMLElement): boolean {
      const around = element.parentElement;
      if (!element.matches('a') || around === null || getComputedStyle(element).display !== 'inline')
        return false;
      return [...around.childNodes].some((node) => node instanceof Text && node.data.trim().length > 1);
    }
  });
}
