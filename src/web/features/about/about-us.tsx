import { useId } from 'react';
import type { Brand, Contact } from '../../../core/protocol/public-config.ts';
import { Card } from '../../ui/card.tsx';
import { Icon, type IconName } from '../../ui/icon.tsx';
import './about.css';

/** Who publishes the signals and how to reach them, as the operator has configured it. */
export function AboutUs({ brand, contact }: { readonly brand: Brand; readonly contact: Contact }) {
  const newTabId = useId();
  return (
    <Card label="About Us" className="about">
      <p className="about__text">{brand.name} publishes signals. It never holds your money.</p>
      <ul className="rows">
        <li>
          <a href={`tel:${contact.phone.replace(/[^+\d]/g, '')}`}>
            <Icon name="phone" />
            <bdi dir="ltr">{contact.phone}</bdi>
          </a>
        </li>
        <OutsideLink href={contact.brokerUrl} icon="broker" text="Open a broker account" hintId={newTabId} />
        <OutsideLink href={contact.videosUrl} icon="play" text="Watch our short videos" hintId={newTabId} />
        <OutsideLink href={contact.communityUrl} icon="chat" text="Join the community" hintId={newTabId} />
      </ul>
      <p id={newTabId} hidden>
        Opens in a new tab
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
