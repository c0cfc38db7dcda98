import { type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { useStore } from '../../lib/store.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { type Actions, type Question } from './act.ts';
import type { SignInAgain } from './sign-in-again.ts';
import { adminTexts, keyTexts } from './texts.ts';

/** What has to be answered before anything else goes on. */
export function Questions({
  actions,
  email,
  signInAgain,
}: {
  readonly actions: Actions;
  /** The admin's. */
  readonly email: string;
  readonly signInAgain: SignInAgain;
}) {
  const question = useStore(actions.question);
  switch (question?.kind) {
    case 'key':
      return <AskKey question={question} email={email} signInAgain={signInAgain} />;
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
        // A browser closes on a second Escape whatever the first one was answered with.
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
      <div className="admin-dialog__buttons">
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

function AskKey({
  question: { answer },
  email,
  signInAgain,
}: Asked<'key'> & { readonly email: string; readonly signInAgain: SignInAgain }) {
  const [isBusy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string>();

  async function handleSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (isBusy) return;
    setBusy(true);
    const said = await signInAgain(String(new FormData(event.currentTarget).get('key')));
    setBusy(false);
    if (said === undefined) answer(true);
    else setRefusal(said);
  }

  return (
    <Dialog title={keyTexts.again} onCancel={() => answer(false)}>
      <p>{keyTexts.againMeans}</p>
      {/* Only where no script runs would a form be sent as it is: then never in an address. */}
      <form method="post" onSubmit={(event) => void handleSubmit(event)}>
        {/* Tells the browser whose key it may fill in. */}
        <input type="email" autoComplete="username" value={email} readOnly hidden />
        <TextField
          label={keyTexts.key}
          name="key"
          type="password"
          autoComplete="current-password"
          required
          error={refusal}
        />
        <div className="admin-dialog__buttons">
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
      <div className="admin-dialog__buttons">
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
