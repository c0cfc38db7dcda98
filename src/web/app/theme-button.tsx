import { toggleTheme, useTheme } from '../lib/theme.ts';
import { IconButton } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { shellTexts } from './shell-texts.ts';

/** Switches between light and dark. */
export function ThemeButton() {
  const isDark = useTheme() === 'dark';
  const label = isDark ? shellTexts.lightTheme : shellTexts.darkTheme;
  return (
    <IconButton label={label} onClick={toggleTheme}>
      <Icon name={isDark ? 'sun' : 'moon'} />
      <span className="account__name">{label}</span>
    </IconButton>
  );
}
