import type { Page } from 'playwright-core';

/**
 * What a reader cannot see without scrolling sideways, or not at all: text and controls beyond the page's edges, and text that its
 * own box cuts. What is meant to be heard only, what scrolls in a frame of its own, drawings and the trader's address, which ends in
 * an ellipsis where it is too long, are left out.
 */
export function cutOff(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const { clientWidth, scrollWidth } = document.documentElement;
    const found = scrollWidth > clientWidth ? [`the page scrolls by ${scrollWidth - clientWidth} px`] : [];
    for (const element of document.querySelectorAll<HTMLElement>('body *')) {
      const { left, right, width, height } = element.getBoundingClientRect();
      const style = getComputedStyle(element);
      const isSeen = width > 1 && height > 1 && style.visibility === 'visible' && style.clipPath === 'none';
      if (!isSeen || element.closest('[aria-hidden="true"], .hidden-text, .top__user, .table-frame, svg'))
        continue;
      const hasText = [...element.childNodes].some((node) => node instanceof Text && node.data.trim() !== '');
      if (!hasText && !element.matches('input, select, button, a')) continue;
      const name = `<${element.tagName.toLowerCase()} class="${element.className}"> ${element.textContent?.slice(0, 30)}`;
      if (left < -1 || right > clientWidth + 1) found.push(`${name}: ${left} to ${right}`);
      const cuts = style.overflowX === 'hidden' || style.overflowX === 'clip';
      if (cuts && element.scrollWidth > element.clientWidth + 1) found.push(`${name}: cut`);
    }
    return found;
  });
}
