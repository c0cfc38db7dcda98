import { HomeLink } from './home-link.tsx';
import { ThemeButton } from './theme-button.tsx';

/** Of pages that are the same for every reader, with the way home. */
export function PlainHeader() {
  return (
    <header className="top">
      <div className="wrap">
        <HomeLink />
        <span className="top__push" />
        <ThemeButton />
      </div>
    </header>
  );
}
