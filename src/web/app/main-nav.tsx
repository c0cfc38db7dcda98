import { Link, useLocation } from 'wouter';
import { shellTexts } from './shell-texts.ts';
import { texts as uiTexts } from '../ui/texts.ts';

/** The pages of the app by their texts, with their drawings on a 20 px grid for the bar on phones. */
const PAGES = [
  [
    'signals',
    'M5.5 3h9A2.5 2.5 0 0 1 17 5.5v9a2.5 2.5 0 0 1-2.5 2.5h-9A2.5 2.5 0 0 1 3 14.5v-9A2.5 2.5 0 0 1 5.5 3ZM7 13h.01M10 10h.01M13 7h.01',
  ],
  ['record', 'M3 16.5h14M3.5 12.5l4-4 3.5 3 5.5-7'],
  ['check', 'M3.5 10.5l4 4 9-9.5'],
  ['lab', 'M3 6h14M3 14h14M12 4v4M8 12v4'],
] as const;

interface MainNavProps {
  readonly has?: (page: (typeof PAGES)[number][0]) => boolean;
}

/** Links between the pages that there are for this reader: in the header, on phones a bar at the foot of the window. */
export function MainNav({ has }: MainNavProps) {
  const [path] = useLocation();
  return (
    <nav className="nav" aria-label={shellTexts.main}>
      {PAGES.filter(([page]) => has?.(page) ?? true).map(([text, drawing]) => {
        const page = text === 'signals' ? '/' : `/${text}`;
        const isHere = path === page || (page !== '/' && path.startsWith(`${page}/`));
        return (
          <Link key={text} href={page} aria-current={isHere ? 'page' : undefined}>
            <svg className="icon" viewBox="0 0 20 20" aria-hidden="true">
              <path d={drawing} />
            </svg>
            {uiTexts[text]}
          </Link>
        );
      })}
    </nav>
  );
}
