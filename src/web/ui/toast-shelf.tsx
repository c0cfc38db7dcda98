import { useEffect } from 'react';
import { Toaster as SonnerToaster, toast } from 'sonner';
import { Icon } from './icon.tsx';
import type { Shelf, ToastId, ToastText } from './toast.tsx';
import './toast.css';

const SHELF: Shelf = {
  show(id, message, { isFailure, durationMs }) {
    toast.custom(() => <ToastCard id={id} isFailure={isFailure} {...message} />, {
      id,
      duration: durationMs,
    });
  },
  dismiss(id) {
    toast.dismiss(id);
  },
};

/** What draws, stacks and times the toasts; fetched by src/web/ui/toast.tsx. */
export default function ToastShelf({ onReady }: { readonly onReady: (shelf: Shelf) => void }) {
  useEffect(() => onReady(SHELF), [onReady]);
  return (
    <SonnerToaster
      position="bottom-right"
      offset="var(--s-6)"
      mobileOffset="var(--margin)"
      toastOptions={{ unstyled: true }}
    />
  );
}

function ToastCard({ id, title, text, isFailure }: ToastText & { id: ToastId; isFailure: boolean }) {
  return (
    <div className={isFailure ? 'toast toast--failure' : 'toast'} role={isFailure ? 'alert' : 'status'}>
      <Icon name={isFailure ? 'alert' : 'info'} />
      <strong>{title}</strong>
      <button type="button" aria-label="Dismiss" onClick={() => toast.dismiss(id)}>
        <Icon name="close" />
      </button>
      <p>{text}</p>
    </div>
  );
}
