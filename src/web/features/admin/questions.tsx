import { type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { useStore } from '../../lib/store.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import type { AdminSelf } from '../../../core/wire/admin.ts';
import { type Actions, type Question, whyNot } from './act.ts';
import type { AdminApi } from './admin-api.ts';
import { adminTexts, keyTexts } from './texts.ts';

/** Signs in with a key; undefined when it worked, else the problem in words. */
export type SignInAgain = (key: string) => Promise<string | undefined>;

interface StepUpProps {
  readonly self: AdminSelf;
  readonly api: Pick<AdminApi, 'confirm'>;
  readonly signInAgain: SignInAgain;
}

/** The dialog that must be answered first. */
export function Questions({
  actions,
  ...admin
}: StepUpProps & {
  readonly actions: Actions;
}) {
  const question = useStore(actions.question);
  switch (question?.kind) {
    case 'step-up':
      return <StepUp question={question} {...admin} />;
    case 'confirm':
      return <Confirm question={question} />;
    case 'made':
      return <MadeKey question={question} />;
    default:
      return null;
  }
}

/** The browser's own dialog: it keeps the focus within, and gives it back. */
function Dialog({
  title,
  onCancel,
  children,
}: {
  readonly title: string;
  /** Undefined: Escape does not close it. */
  readonly onCancel?: () => void;
  readonly children: ReactNode;
}) {
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

type Asked<Kind extends Question['kind']> = { readonly question: Extract<Question, { kind: Kind }> };

function Confirm({ question: { title, text, button, answer } }: Asked<'confirm'>) {
  return (
    <Dialog title={title} onCancel={() => answer(false)}>
      <p>{text}</p>
      <div className="admin-dialog__buttons row">
        <Button look="line" onClick={() => answer(false)}>
          {adminTexts.cancel}
        </Button>
        <Button look="primary" onClick={() => answer(true)}>
          {button}
        </Button>
      </div>
    </Dialog>
  );
}

/** The admin's key, a code of the second factor, or both: what the server asks for before an action. */
function StepUp({
  question: { codeOnly, answer },
  self: { email, hasSecondFactor },
  api,
  signInAgain,
}: Asked<'step-up'> & StepUpProps) {
  const [isBusy, setBusy] = useState(false);
  const [asksKey, setAsksKey] = useState(!codeOnly);
  const [refusal, setRefusal] = useState<{ readonly field: 'key' | 'code'; readonly words: string }>();
  const asksCode = codeOnly || hasSecondFactor;
  const errorOf = (field: 'key' | 'code') => (refusal?.field === field ? refusal.words : undefined);

  async function handleSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (isBusy) return;
    const fields = new FormData(event.currentTarget);
    setBusy(true);
    try {
      if (asksKey) {
        const words = await signInAgain(String(fields.get('key')));
        if (words !== undefined) return setRefusal({ field: 'key', words });
        setAsksKey(false);
      }
      if (asksCode) await api.confirm(String(fields.get('code')));
      answer(true);
    } catch (error) {
      setRefusal({ field: 'code', words: whyNot(error) });
    } finally {
      setBusy(false);
    }
  }

  return (
    <Dialog title={asksKey ? keyTexts.again : keyTexts.code} onCancel={() => answer(false)}>
      <p>{asksKey ? keyTexts.againMeans : keyTexts.codeMeans}</p>
      {/* Only where no script runs would a form be sent as it is: then never in an address. */}
      <form method="post" onSubmit={(event) => void handleSubmit(event)}>
        {/* Tells the browser whose key it may fill in. */}
        <input type="email" autoComplete="username" value={email} readOnly hidden />
        {asksKey ? (
          <TextField
            label={keyTexts.key}
            name="key"
            type="password"
            autoComplete="current-password"
            required
            error={errorOf('key')}
          />
        ) : null}
        {asksCode ? (
          <TextField
            label={keyTexts.code}
            hint={keyTexts.codeHint}
            name="code"
            autoComplete="one-time-code"
            required
            error={errorOf('code')}
          />
        ) : null}
        <div className="admin-dialog__buttons row">
          <Button look="line" onClick={() => answer(false)}>
            {adminTexts.cancel}
          </Button>
          <Button look="primary" type="submit" busyLabel={isBusy ? adminTexts.busy : undefined}>
            {keyTexts.goOn}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

/** Nothing but its button closes it: what it shows is nowhere else. */
function MadeKey({ question: { email, key, answer } }: Asked<'made'>) {
  const [isCopied, setCopied] = useState(false);
  async function handleCopy() {
    await navigator.clipboard.writeText(key);
    setCopied(true);
  }
  return (
    <Dialog title={keyTexts.made({ email })}>
      <p className="admin-key">
        <code dir="ltr">{key}</code>
      </p>
      <p>{keyTexts.madeMeans}</p>
      <div className="admin-dialog__buttons row">
        {'clipboard' in navigator ? (
          <Button look="line" onClick={() => void handleCopy().catch(() => {})}>
            {isCopied ? keyTexts.copied : keyTexts.copy}
          </Button>
        ) : null}
        <Button look="primary" onClick={() => answer()}>
          {keyTexts.handedOn}
        </Button>
      </div>
    </Dialog>
  );
}
