import { type FocusEvent, useEffect, useRef, useState } from 'react';
import { SECOND_MS } from '../../core/time/instant.ts';
import { setAlarm } from '../lib/clock.ts';
import { now } from '../lib/now.ts';
import { useStore } from '../lib/store.ts';
import { Button } from './button.tsx';
import { Icon } from './icon.tsx';
import { dismissToast, type Toast, toasts } from './toasts.ts';
import { texts } from './texts.ts';
import './toast.css';

const PASSING_MS = 4 * SECOND_MS;

/**
 * Where toasts appear: see the styles. It stands last on the page, so that Tab comes to it after everything else and goes on from
 * it. Escape dismisses the newest toast.
 */
export function Toaster() {
  const list = useStore(toasts);
  const region = useRef<HTMLElement>(null);
  /** The element that had the focus before a toast. */
  const focusedBefore = useRef<HTMLElement>(null);

  function close(title: string) {
    const hadFocus = region.current?.contains(document.activeElement) === true;
    dismissToast(title);
    if (hadFocus) focusedBefore.current?.focus();
  }

  const isPassing = list.every(({ kind }) => kind === 'passing');
  const newest = list.at(-1)?.title;
  useEffect(() => {
    if (newest === undefined) return;
    function onKeyDown(event: KeyboardEvent) {
      // A handler that has used the key, such as an open disclosure, has prevented its default.
      if (event.key === 'Escape' && !event.defaultPrevented && newest !== undefined) close(newest);
    }
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  });

  function handleFocus({ relatedTarget, currentTarget }: FocusEvent<HTMLElement>) {
    if (relatedTarget instanceof HTMLElement && !currentTarget.contains(relatedTarget))
      focusedBefore.current = relatedTarget;
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- it watches the focus of what is in it
    <section
      ref={region}
      className={`toasts ${isPassing ? 'toasts--passing' : ''}`}
      aria-label={texts.notifications}
      aria-live="polite"
      onFocus={handleFocus}
    >
      {list.map((toast) => (
        <ToastCard key={toast.id} toast={toast} onClose={() => close(toast.title)} />
      ))}
    </section>
  );
}

function ToastCard({ toast, onClose }: { readonly toast: Toast; readonly onClose: () => void }) {
  const { kind, title, text, action } = toast;
  const isFailure = kind === 'failure';
  /** A toast under the pointer or the focus is being read. */
  const [isHeld, setHeld] = useState(false);

  useEffect(() => {
    if (kind !== 'passing' || isHeld) return;
    return setAlarm(now() + PASSING_MS, () => dismissToast(title));
  }, [kind, isHeld, title]);

  return (
    <div
      className={isFailure ? 'toast toast--failure' : 'toast'}
      role={isFailure ? 'alert' : 'status'}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <Icon name={isFailure ? 'alert' : 'info'} />
      <strong>{title}</strong>
      <button type="button" className="toast__close" aria-label={texts.dismiss} onClick={onClose}>
        <Icon name="close" />
      </button>
      <p>{text}</p>
      {action === undefined ? null : (
        <div className="toast__action">
          <Button look="line" onClick={action.press}>
            {action.label}
          </Button>
        </div>
      )}
    </div>
  );
}
