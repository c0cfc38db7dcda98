import { Link } from 'wouter';
import { addressOf } from './place.ts';

/** The way to all that is known of an account; `text` may be anything that a trader wrote. */
export function AccountLink({ id, text }: { readonly id: string; readonly text: string }) {
  return (
    <Link href={addressOf({ part: 'accounts', account: id })} className="reach">
      <bdi>{text}</bdi>
    </Link>
  );
}
