import type { Page } from 'playwright-core';

/**
 * Controls that a finger misses: from their middle less than 44 px, up and down or to both sides, where a touch hits them and nothing that
 * lies over them. What reaches beyond the drawn box (`::before`, `::after`, a label) counts. Left out: links within a sentence, the
 * place of a skip link that is not focused, and what something else that stays on the screen covers now.
 */
export function smallTargets(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const LEAST_PX = 44;
    const STEP_PX = 0.25;
    const found: string[] = [];
    const place = { left: scrollX, top: scrollY };
    // What is said of a figure closes with a touch elsewhere.
    const explanations = document.querySelectorAll<HTMLElement>('[popover=manual]');
    for (const each of explanations) each.style.visibility = 'hidden';
    for (const element of document.querySelectorAll<HTMLElement>(
      'a[href], button, input, select, summary, [role="slider"]',
    )) {
      if (!element.checkVisibility({ visibilityProperty: true })) continue;
      if (element.matches('.skip-link') || isWithinSentence(element)) continue;
      const label = element instanceof HTMLInputElement ? element.closest('label') : null;
      element.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
      const box = element.getBoundingClientRect();
      const x = box.left + box.width / 2;
      const y = box.top + box.height / 2;
      if (!isHit(x, y)) {
        if (isCoveredByWhatStays(x, y)) continue;
        found.push(`${nameOf(element)}: something lies on its middle`);
        continue;
      }
      /** How far a touch hits it that way, up to `most` px: by whole px, and the last one by quarters. */
      const reach = (wayX: number, wayY: number, most = LEAST_PX) => {
        let px = 0;
        for (const step of [1, STEP_PX])
          while (px < most && isHit(x + (px + step) * wayX, y + (px + step) * wayY)) px += step;
        return px;
      };
      const [left, up] = [reach(-1, 0), reach(0, -1)];
      const width = left + reach(1, 0, LEAST_PX - left);
      const height = up + reach(0, 1, LEAST_PX - up);
      // A step at each end may have been too long.
      const least = LEAST_PX - 2 * STEP_PX;
      if (width < least || height < least) found.push(`${nameOf(element)}: ${width} x ${height}`);

      function isHit(atX: number, atY: number): boolean {
        const hit = document.elementFromPoint(atX, atY);
        return hit !== null && (element.contains(hit) || (label?.contains(hit) ?? false));
      }
    }
    for (const each of explanations) each.style.visibility = '';
    scrollTo({ ...place, behavior: 'instant' });
    return found;

    function nameOf(element: HTMLElement): string {
      const name = element.getAttribute('aria-label') ?? element.textContent ?? '';
      return `${element.tagName} "${name.trim().slice(0, 40)}" ${element.className}`;
    }

    /** The introduction, a dock, a toast: the page scrolls under them. */
    function isCoveredByWhatStays(atX: number, atY: number): boolean {
      for (let over = document.elementFromPoint(atX, atY); over !== null; over = over.parentElement)
        if (getComputedStyle(over).position === 'fixed') return true;
      return false;
    }

    function isWithinSentence(element: HTMLElement): boolean {
      const around = element.parentElement;
      if (!element.matches('a') || around === null || getComputedStyle(element).display !== 'inline')
        return false;
      return [...around.childNodes].some((node) => node instanceof Text && node.data.trim().length > 1);
    }
  });
}
