import { useId } from 'react';
import type { Contact } from '../../../core/wire/public-config.ts';
import { Die } from '../../ui/die.tsx';
import { Icon } from '../../ui/icon.tsx';
import { phoneAddress } from '../../ui/phone-address.ts';
import { texts as uiTexts } from '../../ui/texts.ts';
import { texts } from './texts.ts';
import './auth.css';

export function Terms({ contact }: { readonly contact: Contact }) {
  const newTabId = useId();
  return (
    <section className="terms" aria-labelledby="terms-heading">
      <h2 id="terms-heading">{texts.terms}</h2>
      <p className="terms__hint note">{texts.noKey}</p>
      <ol className="terms__steps">
        <li>
          <Die value={1} className="die" />
          <span>{texts.openAccount}</span>
          <a
            className="btn btn--line btn--small"
            href={contact.brokerUrl}
            target="_blank"
            rel="noopener noreferrer"
            aria-describedby={newTabId}
          >
            {texts.openBroker}
            <Icon name="out" />
          </a>
        </li>
        <li>
          <Die value={2} className="die" />
          <span>{texts.deposit}</span>
        </li>
        <li>
          <Die value={3} className="die" />
          <span>{texts.sendTraderId}</span>
          <a className="btn btn--line btn--small" href={phoneAddress(contact.phone)}>
            <Icon name="phone" />
            <bdi dir="ltr">{contact.phone}</bdi>
          </a>
        </li>
        <li>
          <Die value={4} className="die" />
          <span>{texts.receiveKey}</span>
        </li>
      </ol>
      <p id={newTabId} hidden>
        {uiTexts.newTab}
      </p>
    </section>
  );
}
