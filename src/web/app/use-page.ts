import { type RefObject, useEffect, useRef } from 'react';
import { useConfig } from './config-context.ts';

let isFirstPage = true;

/**
 * Names the page in the browser's tab and, when it replaced another page, moves the focus to its start, so that the
 * keyboard and a screen reader go on from there. Put the ref on the page's main element, with tabIndex -1.
 */
export function usePage(title: string): RefObject<HTMLElement | null> {
  const { brand } = useConfig();
  const main = useRef<HTMLElement>(null);
  useEffect(() => {
    document.title = `${title} · ${brand.name}`;
  }, [title, brand.name]);
  useEffect(() => {
    if (!isFirstPage) {
      main.current?.focus({ preventScroll: true });
      scrollTo(0, 0);
    }
    isFirstPage = false;
  }, []);
  return main;
}
