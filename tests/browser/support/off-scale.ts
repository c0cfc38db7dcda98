import type { Page } from 'playwright-core';

/**
 * Letters in a size that is none of the tokens, also those that are typed, chosen or written by a style, more than seven sizes on a screen;
 * cards and what lays them out with a space that is off the grid of 4 px, and headings and paragraphs with a margin that is. Letters of
 * drawings grow with them: those that are drawn smaller than 10 px or larger than 16 are named. What is meant to be heard only is left out.
 */
export function offScale(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const MOST_SIZES = 7;
    const GRID_PX = 4;
    const root = getComputedStyle(document.documentElement);
    const tokens = new Set(
      [12, 13, 14, 16, 20, 24, 32, 48, 64].map((size) => {
        const rem = Number.parseFloat(root.getPropertyValue(`--fs-${size}`));
        return rem * Number.parseFloat(root.fontSize);
      }),
    );
    const sizes = new Map<number, string>();
    for (const element of document.querySelectorAll<HTMLElement>('body *')) {
      const isSeen = element.checkVisibility({ visibilityProperty: true });
      if (!isSeen || element.closest('svg, .hidden-text, .skip-link, noscript, option')) continue;
      const hasText = [...element.childNodes].some((node) => node instanceof Text && node.data.trim() !== '');
      const isField = element.matches(
        'input:not([type=checkbox], [type=radio], [type=file]), select, textarea',
      );
      const written = ['::before', '::after']
        .map((part) => getComputedStyle(element, part))
        .filter(({ content }) => /^"[^"]*[\p{L}\p{N}][^"]*"$/u.test(content));
      for (const { fontSize } of [...(hasText || isField ? [getComputedStyle(element)] : []), ...written]) {
        const size = Number.parseFloat(fontSize);
        if (!sizes.has(size))
          sizes.set(size, `<${element.tagName.toLowerCase()} class="${element.className}">`);
      }
    }
    const found = [...sizes]
      .filter(([size]) => !tokens.has(size))
      .map(([size, what]) => `${size} px: ${what}`);
    for (const letters of document.querySelectorAll('svg text')) {
      const scale = (letters as SVGTextElement).getScreenCTM()?.a ?? 1;
      const size = Number.parseFloat(getComputedStyle(letters).fontSize) * scale;
      if (letters.checkVisibility() && (size < 10 || size > 16))
        found.push(`${size} px, drawn: ${letters.textContent}`);
    }
    if (sizes.size > MOST_SIZES)
      found.push(
        `${sizes.size} sizes: ${[...sizes.keys()].toSorted((one, other) => one - other).join(', ')}`,
      );
    const SPACES = [
      'paddingTop',
      'paddingRight',
      'paddingBottom',
      'paddingLeft',
      'rowGap',
      'columnGap',
    ] as const;
    const MARGINS = ['marginTop', 'marginBottom'] as const;
    const findOff = (selector: string, spaces: readonly (typeof SPACES | typeof MARGINS)[number][]) => {
      for (const element of document.querySelectorAll<HTMLElement>(selector)) {
        if (!element.checkVisibility() || element.closest('.hidden-text')) continue;
        const style = getComputedStyle(element);
        for (const space of spaces) {
          const px = Number.parseFloat(style[space]);
          if (!Number.isNaN(px) && px % GRID_PX !== 0)
            found.push(`${space} ${px} px: <${element.tagName.toLowerCase()} class="${element.className}">`);
        }
      }
    };
    findOff('main, .grid, .stack, .card, .card > :not(button)', SPACES);
    findOff('main :is(h1, h2, h3, p, .grid, .stack, .card):not(figure *)', MARGINS);
    return found;
  });
}
