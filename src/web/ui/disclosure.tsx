import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import './button.css';
import { createLazyPart } from '../lib/lazy-part.ts';
import { useStore } from '../lib/store.ts';
import type { explanationTexts } from './explanation-texts.ts';

/** The gap between the words and their explanation, and to the window's edge. */
const GAP_PX = 6;

/** Words that show an explanation on hover, tap or key. A second press, Escape and a click elsewhere close it. */
export function Disclosure({
  summary,
  children,
}: {
  readonly summary: ReactNode;
  readonly children: ReactNode;
}) {
  const [shown, setShown] = useState<'hovered' | 'pressed'>();
  const id = useId();
  const words = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    if (shown === undefined) return;
    function onKeyDown(event: KeyboardEvent) {
      if (event.key !== 'Escape') return;
      event.preventDefault();
      setShown(undefined);
    }
    // Not every phone moves the focus with a touch.
    function onPointerDown({ target }: PointerEvent) {
      if (!words.current?.contains(target as Node)) setShown(undefined);
    }
    window.addEventListener('pointerdown', onPointerDown);
    // Before the toasts, which Escape dismisses as well.
    window.addEventListener('keydown', onKeyDown, true);
    return () => {
      window.removeEventListener('pointerdown', onPointerDown);
      window.removeEventListener('keydown', onKeyDown, true);
    };
  }, [shown]);
  return (
    <span
      ref={words}
      onPointerEnter={({ pointerType }) => {
        if (pointerType === 'mouse') setShown((before) => before ?? 'hovered');
      }}
      onPointerLeave={() => setShown((before) => (before === 'hovered' ? undefined : before))}
    >
      <button
        type="button"
        className="disclosure__summary reach"
        aria-expanded={shown !== undefined}
        aria-controls={id}
        onClick={() => setShown(shown === 'pressed' ? undefined : 'pressed')}
        onBlur={() => setShown(undefined)}
      >
        {summary}
      </button>
      {shown === undefined ? null : (
        <span id={id} popover="manual" className="disclosure__more" ref={showBeside}>
          {children}
        </span>
      )}
    </span>
  );
}

/**
 * Places it above or below its words, and what must stay readable with them (`uncovered`), where there is more room, and within the
 * window. Without popovers it stays below them.
 */
function showBeside(more: HTMLElement | null): void {
  if (more === null || !('showPopover' in more)) return;
  more.showPopover();
  const words = (
    more.closest('.uncovered') ?? (more.previousElementSibling as Element)
  ).getBoundingClientRect();
  const { clientWidth, clientHeight } = document.documentElement;
  const left = Math.min(words.left, clientWidth - more.offsetWidth - GAP_PX);
  more.style.left = `${Math.max(left, GAP_PX) + window.scrollX}px`;
  if (words.top > clientHeight / 2)
    more.style.bottom = `${clientHeight - words.top - window.scrollY + GAP_PX}px`;
  else more.style.top = `${words.bottom + window.scrollY + GAP_PX}px`;
}

type Explanation = keyof typeof explanationTexts;

/** Fetched when the first explanation is opened. */
const texts = createLazyPart(() =>
  import('./explanation-texts.ts').then((module) => module.explanationTexts),
);

interface ExplainedProps {
  readonly what: Explanation | readonly Explanation[];
  readonly children?: ReactNode;
}

/** A figure with its explanation on hover, tap or key. */
export function Explained({ what, children }: ExplainedProps) {
  return (
    <Disclosure summary={children}>
      <ExplanationText what={what} />
    </Disclosure>
  );
}

function ExplanationText({ what }: Pick<ExplainedProps, 'what'>) {
  const { part } = useStore(texts);
  return [what].flat().map((each) => (
    <span key={each} className="explanation">
      {part?.[each]}
    </span>
  ));
}
