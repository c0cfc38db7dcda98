import { type RefObject, useEffect, useRef } from 'react';
import { useConfig } from './config-context.ts';

let isFirstPage = true;

/** Names the browser's tab and, after another page, moves the focus to the main element, which gets the ref and tabIndex -1. */
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
