import { Link } from 'wouter';
import { Brand } from '../ui/brand.tsx';
import { useConfig } from './config-context.ts';
import { shellTexts } from './shell-texts.ts';

/** The brand, as the way to the home page. */
export function HomeLink() {
  const { brand } = useConfig();
  return (
    <Link href="/" className="brand reach" aria-label={shellTexts.home({ brand: brand.name })}>
      <Brand name={brand.name} />
    </Link>
  );
}
