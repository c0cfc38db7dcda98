import type { Brand, Contact } from '../../../core/wire/public-config.ts';
import { Card } from '../../ui/card.tsx';
import { Icon, type IconName } from '../../ui/icon.tsx';
import { OutsideLink, phoneAddress } from '../../ui/links.tsx';
import { texts as uiTexts } from '../../ui/texts.ts';
import { texts } from './texts.ts';
import './about.css';

export function AboutUs({ brand, contact }: { readonly brand: Brand; readonly contact: Contact }) {
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
        <OutsideItem href={contact.brokerUrl} icon="broker" text={texts.broker} />
        <OutsideItem href={contact.videosUrl} icon="play" text={texts.videos} />
        <OutsideItem href={contact.communityUrl} icon="chat" text={uiTexts.community} />
      </ul>
    </Card>
  );
}

interface OutsideItemProps {
  readonly href: string;
  readonly icon: IconName;
  readonly text: string;
}

function OutsideItem({ href, icon, text }: OutsideItemProps) {
  return (
    <li>
      <OutsideLink href={href}>
        <Icon name={icon} />
        <span>{text}</span>
        <Icon name="out" />
      </OutsideLink>
    </li>
  );
}
