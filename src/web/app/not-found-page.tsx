import { useEffect, useRef } from 'react';
import { Link, useLocation } from 'wouter';
import { Die } from '../ui/tag.tsx';
import { PageFrame } from './page-frame.tsx';
import { shellTexts } from './shell-texts.ts';
import { useReader } from './use-reader.ts';
import './not-found.css';

export function NotFoundPage() {
  const { email } = useReader();
  const [path] = useLocation();
  const logged = useRef<string>(undefined);

  useEffect(() => {
    if (logged.current === path) return;
    logged.current = path;
    // oxlint-disable-next-line no-console -- specified: an unknown route is logged in the browser's console
    console.error(`404: there is no page at ${path}`);
  }, [path]);

  return (
    <PageFrame email={email} title={shellTexts.notFound} worksOffline>
      <div className="lost wraps">
        <div className="lost__dice" aria-hidden="true">
          <Die value={4} className="lost__die" />
          <Die value={0} className="lost__die" />
          <Die value={4} className="lost__die" />
        </div>
        <h1>{shellTexts.notFound}</h1>
        <p>{shellTexts.nothingHere}</p>
        <Link href="/" className="btn btn--primary">
          {shellTexts.returnHome}
        </Link>
      </div>
    </PageFrame>
  );
}
