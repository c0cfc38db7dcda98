import { toggleTheme, useTheme } from '../lib/theme.ts';
import { IconButton } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { HomeLink } from './home-link.tsx';
import { shellTexts } from './shell-texts.ts';

/** For pages that are the same for every reader. */
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

function ThemeButton() {
  const isDark = useTheme() === 'dark';
  const label = isDark ? shellTexts.lightTheme : shellTexts.darkTheme;
  return (
    <IconButton label={label} onClick={toggleTheme}>
      <Icon name={isDark ? 'sun' : 'moon'} />
    </IconButton>
  );
}
