import { toggleTheme, useTheme } from '../lib/theme.ts';
import { IconButton } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { shellTexts } from './shell-texts.ts';

/** Switches between light and dark. */
export function ThemeButton() {
  const isDark = useTheme() === 'dark';
  return (
    <IconButton label={isDark ? shellTexts.lightTheme : shellTexts.darkTheme} onClick={toggleTheme}>
      <Icon name={isDark ? 'sun' : 'moon'} />
    </IconButton>
  );
}
