import { type FormEvent, useEffect, useRef, useState } from 'react';
import { takeEarlyForm } from '../../lib/early-form.ts';
import { useSession, useSessionState } from '../../lib/session/session-context.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { dismissToast, showToast } from '../../ui/toasts.ts';
import './auth.css';

const FAILED = 'Sign In Failed';

/** E-mail and key. What happens on success is the session's change event's business, not this form's. */
export function SignInForm() {
  const session = useSession();
  const state = useSessionState();
  const hasEnded = state.status === 'signed-out' && state.why === 'ended';
  const [isBusy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<{ readonly words: string }>();
  const form = useRef<HTMLFormElement>(null);

  // After the render that lets the fields be used again: a disabled field takes no focus.
  useEffect(() => {
    if (refusal !== undefined) form.current?.querySelector<HTMLInputElement>('[name=password]')?.focus();
  }, [refusal]);

  useEffect(() => {
    if (form.current !== null) takeEarlyForm(form.current);
  }, []);

  async function handleSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (isBusy) return;
    const fields = new FormData(event.currentTarget);
    dismissToast(FAILED);
    setBusy(true);
    const words = await session.signIn(String(fields.get('email')), String(fields.get('password')));
    setBusy(false);
    setRefusal(words === undefined ? undefined : { words });
    if (words === undefined) welcome(session.isPersistent());
    else showToast({ title: FAILED, text: words }, 'failure');
  }

  return (
    <form
      ref={form}
      className="card form"
      aria-label="Sign in"
      // Only where no script runs: what is typed must not get into an address.
      method="post"
      onSubmit={(event) => void handleSubmit(event)}
    >
      {hasEnded ? <output className="form__note">Your session ended. Sign in again.</output> : null}
      <TextField
        label="Email"
        name="email"
        type="email"
        autoComplete="username"
        required
        disabled={isBusy}
        onFocus={session.prepare}
      />
      <TextField
        label="Password"
        name="password"
        type="password"
        autoComplete="current-password"
        required
        disabled={isBusy}
        onFocus={session.prepare}
        hint="Your key is your password."
        error={refusal?.words}
      />
      <Button look="primary" size="full" type="submit" busyLabel={isBusy ? 'Signing In...' : undefined}>
        Sign In
      </Button>
      <p className="form__note">No key yet? Follow the four steps.</p>
    </form>
  );
}

function welcome(isPersistent: boolean): void {
  showToast({ title: 'Welcome back!', text: 'You have been signed in successfully' });
  if (isPersistent) return;
  showToast({
    title: 'Signed in for this tab only',
    text: 'This browser does not store data for this site. Closing the tab signs you out.',
  });
}
