import { type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { TextField } from '../../ui/field.tsx';
import type { AdminSelf } from '../../../core/wire/admin.ts';
import type { AdminApi } from './admin-api.ts';
import { adminTexts, keyTexts } from './texts.ts';

interface DialogProps {
  readonly title: string;
  /** Undefined: Escape does not close it. */
  readonly onCancel?: () => void;
  readonly children: ReactNode;
}

/** The browser's own dialog: it keeps the focus within, and gives it back. */
function Dialog({ title, onCancel, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    const before = document.activeElement;
    dialog.current?.showModal();
    return () => {
      if (before instanceof HTMLElement) before.focus();
    };
  }, []);
  return (
    <dialog
      ref={dialog}
      className="admin-dialog card"
      aria-labelledby={id}
      onKeyDown={(event) => {
        // A browser closes on a second Escape however the first one was handled.
        if (event.key !== 'Escape') return;
        event.preventDefault();
        event.stopPropagation();
        onCancel?.();
      }}
      onCancel={(event) => event.preventDefault()}
    >
      <h2 id={id}>{title}</h2>
      {children}
    </dialog>
  );
}

interface ButtonsProps {
  readonly onCancel: () => void;
  readonly children: ReactNode;
}

function Buttons({ onCancel, children }: ButtonsProps) {
  return (
    <div className="admin-dialog__buttons row">
      <Button look="line" onClick={onCancel}>
        {adminTexts.cancel}
      </Button>
      {children}
    </div>
  );
}

/** What an action does, before it is done. */
export interface Confirmation {
  readonly title: string;
  readonly text: string;
  readonly button: string;
}

interface ConfirmProps extends Confirmation {
  readonly answer: (isWanted: boolean) => void;
}

export function Confirm({ title, text, button, answer }: ConfirmProps) {
  const cancel = (): void => answer(false);
  return (
    <Dialog title={title} onCancel={cancel}>
      <p>{text}</p>
      <Buttons onCancel={cancel}>
        <Button look="primary" onClick={() => answer(true)}>
          {button}
        </Button>
      </Buttons>
    </Dialog>
  );
}

/** Signs in with a key; undefined when it worked, else the problem in words. */
export type SignInAgain = (key: string) => Promise<string | undefined>;

interface StepUpProps {
  readonly self: Pick<AdminSelf, 'email' | 'hasSecondFactor'>;
  readonly api: Pick<AdminApi, 'confirm'>;
  readonly signInAgain: SignInAgain;
  readonly codeOnly: boolean;
  readonly answer: (isConfirmed: boolean) => void;
}

/** The admin's key, a code of the second factor, or both: what the server asks for before an action. */
export function StepUp({ self, api, signInAgain, codeOnly, answer }: StepUpProps) {
  const [isBusy, setBusy] = useState(false);
  const [asksKey, setAsksKey] = useState(!codeOnly);
  const [refusal, setRefusal] = useState<Partial<Record<'key' | 'code', string>>>({});
  const cancel = (): void => answer(false);

  async function handleSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (isBusy) return;
    const fields = new FormData(event.currentTarget);
    setBusy(true);
    try {
      if (asksKey) {
        const key = await signInAgain(String(fields.get('key')));
        if (key !== undefined) return setRefusal({ key });
        setAsksKey(false);
      }
      const code = fields.get('code');
      if (code !== null) await api.confirm(String(code));
      answer(true);
    } catch (error) {
      setRefusal({ code: (error as Error).message });
    } finally {
      setBusy(false);
    }
  }

  return (
    <Dialog title={asksKey ? keyTexts.again : keyTexts.code} onCancel={cancel}>
      <p>{asksKey ? keyTexts.againMeans : keyTexts.codeMeans}</p>
      {/* Only where no script runs would a form be sent as it is: then never in an address. */}
      <form method="post" onSubmit={(event) => void handleSubmit(event)}>
        {/* Tells the browser whose key it may fill in. */}
        <input type="email" autoComplete="username" value={self.email} readOnly hidden />
        {asksKey ? (
          <TextField
            label={keyTexts.key}
            name="key"
            type="password"
            autoComplete="current-password"
            required
            error={refusal.key}
          />
        ) : null}
        {codeOnly || self.hasSecondFactor ? (
          <TextField
            label={keyTexts.code}
            hint={keyTexts.codeHint}
            name="code"
            autoComplete="one-time-code"
            required
            error={refusal.code}
          />
        ) : null}
        <Buttons onCancel={cancel}>
          <Button look="primary" type="submit" busyLabel={isBusy ? adminTexts.busy : undefined}>
            {keyTexts.goOn}
          </Button>
        </Buttons>
      </form>
    </Dialog>
  );
}

interface NewKeyProps {
  readonly email: string;
  readonly value: string;
  readonly answer: () => void;
}

/** Nothing but its button closes it: what it shows is nowhere else. */
export function NewKey({ email, value, answer }: NewKeyProps) {
  return (
    <Dialog title={keyTexts.made({ email })}>
      <p className="admin-key">
        <code dir="ltr">{value}</code>
      </p>
      <p>{keyTexts.madeMeans}</p>
      <div className="admin-dialog__buttons row">
        <CopyButton text={value}>{keyTexts.copy}</CopyButton>
        <Button look="primary" onClick={answer}>
          {keyTexts.handedOn}
        </Button>
      </div>
    </Dialog>
  );
}
