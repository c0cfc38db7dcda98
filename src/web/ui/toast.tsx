import { Toaster as SonnerToaster, toast } from 'sonner';
import { Icon } from './icon.tsx';
import './toast.css';

const TOAST_MS = 4_000;

interface ToastText {
  readonly title: string;
  readonly text: string;
}

/** Says something in passing; it goes away by itself. */
export function showToast(message: ToastText): void {
  toast.custom((id) => <ToastCard id={id} {...message} />, { duration: TOAST_MS });
}

/** Says that something failed; it stays until it is dismissed. Returns what dismissToast takes. */
export function showFailure(message: ToastText): ToastId {
  return toast.custom((id) => <ToastCard id={id} isFailure {...message} />, { duration: Number.POSITIVE_INFINITY });
}

export type ToastId = string | number;

export function dismissToast(id: ToastId): void {
  toast.dismiss(id);
}

/** Where toasts appear: bottom end, the full width on phones. One for the whole page. */
export function Toaster() {
  return (
    <SonnerToaster
      position="bottom-right"
      offset="var(--s-6)"
      mobileOffset="var(--margin)"
      toastOptions={{ unstyled: true }}
    />
  );
}

function ToastCard({ id, title, text, isFailure = false }: ToastText & { id: ToastId; isFailure?: boolean }) {
  return (
    <div className={isFailure ? 'toast toast--failure' : 'toast'} role={isFailure ? 'alert' : 'status'}>
      <Icon name={isFailure ? 'alert' : 'info'} />
      <strong>{title}</strong>
      <button type="button" aria-label="Dismiss" onClick={() => dismissToast(id)}>
        <Icon name="close" />
      </button>
      <p>{text}</p>
    </div>
  );
}
