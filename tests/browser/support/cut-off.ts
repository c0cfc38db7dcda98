import type { Page } from 'playwright-core';
import { placed } from './placed.ts';

/**
 * What a reader cannot see without scrolling sideways, or not at all: text and controls beyond the page's edges, and text, or a
 * choice of a menu, that its own box cuts; words and icons beyond the edges of their card or control; on a desktop a table that scrolls in
 * its frame. What is meant to be heard only, what scrolls in a frame elsewhere, drawings and the trader's address, which ends in an ellipsis
 * where it is too long, are left out.
 */
export async function cutOff(page: Page): Promise<string[]> {
  await placed(page);
  return page.evaluate(() => {
    const DESKTOP_PX = 1_200;
    const { clientWidth, scrollWidth } = document.documentElement;
    const found = scrollWidth > clientWidth ? [`the page scrolls by ${scrollWidth - clientWidth} px`] : [];
    for (const element of document.querySelectorAll<HTMLElement>('body *')) {
      const { left, right, width, height } = element.getBoundingClientRect();
      const style = getComputedStyle(element);
      const isSeen = width > 1 && height > 1 && style.visibility === 'visible' && style.clipPath === 'none';
      if (!isSeen || element.closest('[aria-hidden="true"], .hidden-text, .top__menu, .table-frame, svg'))
        continue;
      const hasText = [...element.childNodes].some((node) => node instanceof Text && node.data.trim() !== '');
      if (!hasText && !element.matches('input, select, button, a')) continue;
      const name = nameOf(element);
      if (left < -1 || right > clientWidth + 1) found.push(`${name}: ${left} to ${right}`);
      const cuts = style.overflowX === 'hidden' || style.overflowX === 'clip';
      if (cuts && !element.matches('input') && element.scrollWidth > element.clientWidth + 1)
        found.push(`${name}: cut`);
    }
    for (const frame of document.querySelectorAll<HTMLElement>('.table-frame'))
      if (clientWidth >= DESKTOP_PX && frame.scrollWidth > frame.clientWidth + 1)
        found.push(`${nameOf(frame)}: scrolls sideways on a desktop`);
    return [...found, ...spilled(), ...cutChoices().map((choice) => `${nameOf(choice)}: cut`)];

    function nameOf({ tagName, className, textContent }: Element): string {
      return `<${tagName.toLowerCase()} class="${className}"> ${textContent?.slice(0, 30)}`;
    }

    /** Words, also those in drawings, and icons. */
    function spilled(): string[] {
      const shown: { readonly parent: Element; readonly boxes: Iterable<DOMRect> }[] = [];
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
        const range = document.createRange();
        range.selectNodeContents(node);
        if (node.parentElement !== null && node.textContent?.trim() !== '')
          shown.push({ parent: node.parentElement, boxes: range.getClientRects() });
      }
      for (const icon of document.querySelectorAll('svg.icon'))
        shown.push({ parent: icon, boxes: [icon.getBoundingClientRect()] });
      return shown.flatMap(({ parent, boxes }) => {
        const edges = parent.closest('.card, .toggle button, .btn, .tag')?.getBoundingClientRect();
        const isLeftOut = parent.closest(
          '.hidden-text, .disclosure__more, .table-frame, .top__menu, option, svg:not(.icon)',
        );
        if (edges === undefined || isLeftOut !== null) return [];
        if (!parent.checkVisibility({ visibilityProperty: true })) return [];
        const isBeyond = [...boxes].some(
          ({ left, right, width }) => width > 2 && (left < edges.left - 1 || right > edges.right + 1),
        );
        return isBeyond ? [`${nameOf(parent)}: beyond its card or control`] : [];
      });
    }

    /** A menu says nothing of what it draws: the words of each choice are laid out in boxes as large, all at once. */
    function cutChoices(): HTMLOptionElement[] {
      const menus = [...document.querySelectorAll('select')].filter((menu) => menu.clientWidth > 1);
      const choices = menus.flatMap((menu) => {
        const { font, letterSpacing, whiteSpace, paddingLeft, paddingRight } = getComputedStyle(menu);
        // A menu as wide as its choice has a part of a pixel, which clientWidth leaves out.
        const sides = menu.offsetWidth - menu.clientWidth + Number.parseFloat(paddingLeft);
        const width = menu.getBoundingClientRect().width - sides - Number.parseFloat(paddingRight) + 1;
        // A menu that is as wide as its choice has this one alone.
        const isAsWide = getComputedStyle(menu).getPropertyValue('field-sizing') === 'content';
        return [...menu.options].flatMap((choice) => {
          if (isAsWide && !choice.selected) return [];
          const box = document.createElement('div');
          Object.assign(box.style, {
            position: 'absolute',
            font,
            letterSpacing,
            whiteSpace,
            width: `${width}px`,
          });
          box.textContent = choice.text;
          // A menu is as high as its choice needs, once it is chosen.
          return [{ choice, box, room: choice.selected ? menu.clientHeight : Number.POSITIVE_INFINITY }];
        });
      });
      document.body.append(...choices.map(({ box }) => box));
      const cut = choices.filter(
        ({ box, room }) => box.scrollWidth > box.clientWidth + 1 || box.scrollHeight > room,
      );
      for (const { box } of choices) box.remove();
      return cut.map(({ choice }) => choice);
    }
  });
}

/**
 * Texts whose letters a box around them cuts above or below. What browsers say of a text's height is of its first typeface; what is
 * drawn of a conjunct in another one may be higher, so the letters themselves are measured.
 */
export function cutLetters(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const pen = new OffscreenCanvas(1, 1).getContext('2d');
    if (pen === null) return ['there is nothing to measure with'];
    const found: string[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const element = node.parentElement;
      const text = node.textContent?.trim() ?? '';
      if (element === null || text === '' || !element.checkVisibility({ visibilityProperty: true })) continue;
      if (element.closest('.hidden-text, .skip-link, svg, option, [aria-hidden="true"]')) continue;
      const box = cutterOf(element);
      // A box of no height is meant to be heard only.
      if (box === undefined || box.height < 2) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      const lines = [...range.getClientRects()].filter(({ width }) => width > 2);
      pen.font = getComputedStyle(element).font;
      const letters = pen.measureText(text);
      const above = letters.actualBoundingBoxAscent - letters.fontBoundingBoxAscent;
      const below = letters.actualBoundingBoxDescent - letters.fontBoundingBoxDescent;
      const top = Math.min(...lines.map((line) => line.top)) - above;
      const bottom = Math.max(...lines.map((line) => line.bottom)) + below;
      if (top < box.top - 1 || bottom > box.bottom + 1)
        found.push(`"${text.slice(0, 40)}": ${top} to ${bottom} in ${box.top} to ${box.bottom}`);
    }
    return found;

    /** The box that cuts what is in it, above and below. */
    function cutterOf(element: Element | null): DOMRect | undefined {
      if (element === null || element === document.body) return undefined;
      const { overflowY } = getComputedStyle(element);
      return overflowY === 'hidden' || overflowY === 'clip'
        ? element.getBoundingClientRect()
        : cutterOf(element.parentElement);
    }
  });
}
