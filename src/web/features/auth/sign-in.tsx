import { type FormEvent, useEffect, useRef, useState } from 'react';
import type { Contact } from '../../../core/wire/public-config.ts';
import { useSession, useSessionState } from '../../lib/session/session-context.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Opens } from '../../ui/opens.tsx';
import { OutsideLink, phoneAddress } from '../../ui/links.tsx';
import { dismissToast, showToast } from '../../ui/toasts.ts';
import { texts as uiTexts } from '../../ui/texts.ts';
import { errorTexts } from '../../lib/api-texts.ts';
import { texts } from './texts.ts';
import './auth.css';
import { DirectionFace } from '../../ui/direction-face.tsx';
import { MeasuredTag, SimulatedTag, Die } from '../../ui/tag.tsx';

/** E-mail and key. The session's change event handles success, not this form. */
export function SignInForm({ contact }: { readonly contact: Contact }) {
  const session = useSession();
  const state = useSessionState();
  const hasEnded = state.status === 'signed-out' && state.why === 'ended';
  const [isBusy, setBusy] = useState(false);
  const [isShown, setShown] = useState(false);
  const [refusal, setRefusal] = useState<{ readonly words: string; readonly isOfService: boolean }>();
  const form = useRef<HTMLFormElement>(null);

  // After the render that enables the fields again: a disabled field takes no focus.
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
    dismissToast(texts.failed);
    setRefusal(undefined);
    setBusy(true);
    const words = await session.signIn(String(fields.get('email')), String(fields.get('password')));
    setBusy(false);
    if (words === undefined) {
      welcome(session.isPersistent());
      return;
    }
    // A service that does not answer has not checked the key.
    setRefusal({ words, isOfService: session.connection.getState().lostAt !== undefined });
    showToast({ title: texts.failed, text: words }, 'failure');
  }

  return (
    <form
      ref={form}
      className="card form"
      aria-label={texts.form}
      // Only where no script runs: what is typed must not get into an address.
      method="post"
      onSubmit={(event) => void handleSubmit(event)}
    >
      {hasEnded ? <output className="form__note">{errorTexts.unauthorized}</output> : null}
      <TextField
        label={texts.email}
        name="email"
        type="email"
        autoComplete="username"
        required
        disabled={isBusy}
        onFocus={session.prepare}
      />
      <TextField
        label={texts.password}
        name="password"
        type={isShown ? 'text' : 'password'}
        autoComplete="current-password"
        required
        disabled={isBusy}
        onFocus={session.prepare}
        hint={texts.keyIsPassword}
        error={refusal?.isOfService ? undefined : refusal?.words}
        inside={
          <button
            type="button"
            className="input__button"
            aria-label={texts.showPassword}
            aria-pressed={isShown}
            onClick={() => setShown(!isShown)}
          >
            <Icon name="eye" />
          </button>
        }
      />
      {refusal?.isOfService ? <p className="field__error">{refusal.words}</p> : null}
      <Button look="primary" size="full" type="submit" busyLabel={isBusy ? texts.signingIn : undefined}>
        {uiTexts.signIn}
      </Button>
      <LostKey contact={contact} />
    </form>
  );
}

function LostKey({ contact }: { readonly contact: Contact }) {
  return (
    <Opens className="form__lost note" summary={texts.lostKey}>
      <p>
        {texts.callForKey({
          phone: contact.phone,
          // oxlint-disable-next-line jsx-a11y/anchor-has-content, jsx-a11y/control-has-associated-label -- the message fills it
          tel: <a href={phoneAddress(contact.phone)} dir="ltr" className="phone" />,
        })}
      </p>
      <p>
        <OutsideLink href={contact.communityUrl}>{uiTexts.community}</OutsideLink>
      </p>
    </Opens>
  );
}

function welcome(isPersistent: boolean): void {
  showToast({ title: texts.welcome, text: texts.signedIn });
  if (!isPersistent) showToast({ title: texts.thisTabOnly, text: texts.notStored });
}

/** Takes the drawn form over: one that was sent before the app could take it (src/web/app/boot.ts notes that) is sent now. */
function takeEarlyForm(form: HTMLFormElement): void {
  const { dataset } = document.documentElement;
  const wasSent = dataset['form'] === 'sent';
  delete dataset['form'];
  if (wasSent) form.requestSubmit();
}

interface SampleProps {
  /** Who may read the record of market signals; undefined where there are only simulated ones. */
  readonly record: 'public' | 'closed' | undefined;
}

/** What a signal looks like, and that the same word is a random draw or a measured lean. */
export function Sample({ record }: SampleProps) {
  return (
    <section className="card sample" aria-labelledby="sample-heading">
      <div className="apart">
        <h2 id="sample-heading">{texts.willSee}</h2>
        <p className="hint">{texts.sample}</p>
      </div>
      <div className="sample__row">
        <DirectionFace shows="CALL" />
        <div>
          <p className="sample__pair">EUR/USD</p>
          <p className="sample__word">CALL</p>
        </div>
      </div>
      {record === undefined ? null : <p className="note">{texts.eitherOfTwo}</p>}
      <div className="kinds">
        <div>
          <SimulatedTag />
          <p className="note">{texts.sampleSimulated}</p>
        </div>
        {record === undefined ? null : (
          <div>
            <MeasuredTag />
            <p className="note">{texts.sampleMeasured({ record })}</p>
          </div>
        )}
      </div>
    </section>
  );
}

export function Terms({ contact }: { readonly contact: Contact }) {
  const broker = (
    <OutsideLink className="btn btn--line btn--small" href={contact.brokerUrl}>
      {texts.openBroker}
      <Icon name="out" />
    </OutsideLink>
  );
  const phone = (
    <a className="btn btn--line btn--small" href={phoneAddress(contact.phone)}>
      <Icon name="phone" />
      <bdi dir="ltr">{contact.phone}</bdi>
    </a>
  );
  const steps = [
    [1, texts.openAccount, broker],
    [2, texts.deposit],
    [3, texts.sendTraderId, phone],
    [4, texts.receiveKey],
  ] as const;
  return (
    <section className="terms" aria-labelledby="terms-heading">
      <h2 id="terms-heading">{texts.terms}</h2>
      <p className="terms__hint note">{texts.noKey}</p>
      <ol className="terms__steps">
        {steps.map(([step, text, link]) => (
          <li key={step}>
            <Die value={step} className="die" />
            <span>{text}</span>
            {link}
          </li>
        ))}
      </ol>
    </section>
  );
}
