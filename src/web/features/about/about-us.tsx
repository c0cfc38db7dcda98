import { useId } from 'react';
import type { Brand, Contact } from '../../../core/wire/public-config.ts';
import { Card } from '../../ui/card.tsx';
import { Icon, type IconName } from '../../ui/icon.tsx';
import { phoneAddress } from '../../ui/phone-address.ts';
import { texts as uiTexts } from '../../ui/texts.ts';
import { texts } from './texts.ts';
import './about.css';

export function AboutUs({ brand, contact }: { readonly brand: Brand; readonly contact: Contact }) {
  const newTabId = useId();
  return (
    <Card label={texts.aboutUs} className="about">
      <p className="about__text note">{texts.publishes({ brand: brand.name })}</p>
      <ul className="rows">
        <li>
          <a href={phoneAddress(contact.phone)}>
            <Icon name="phone" />
            <bdi dir="ltr">{contact.phone}</bdi>
          </a>
        </li>
        <OutsideLink href={contact.brokerUrl} icon="broker" text={texts.broker} hintId={newTabId} />
        <OutsideLink href={contact.videosUrl} icon="play" text={texts.videos} hintId={newTabId} />
        <OutsideLink href={contact.communityUrl} icon="chat" text={uiTexts.community} hintId={newTabId} />
      </ul>
      <p id={newTabId} hidden>
        {uiTexts.newTab}
      </p>
    </Card>
  );
}

interface OutsideLinkProps {
  readonly href: string;
  readonly icon: IconName;
  readonly text: string;
  readonly hintId: string;
}

function OutsideLink({ href, icon, text, hintId }: OutsideLinkProps) {
  return (
    <li>
      <a href={href} target="_blank" rel="noopener noreferrer" aria-describedby={hintId}>
        <Icon name={icon} />
        <span>{text}</span>
        <Icon name="out" />
      </a>
    </li>
  );
}
