import { toggleTheme, useTheme } from '../lib/theme.ts';
import { IconButton } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';

/** Switches between light and dark. */
export function ThemeButton() {
  const isDark = useTheme() === 'dark';
  return (
    <IconButton label={`Switch to ${isDark ? 'light' : 'dark'} theme`} onClick={toggleTheme}>
      <Icon name={isDark ? 'sun' : 'moon'} />
    </IconButton>
  );
}
