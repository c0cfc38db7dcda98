/** Which view a shortcut of the installed app asks for (src/server/routes/site/app-manifest.ts); undefined without one. */
export function shortcutView(): string | undefined {
  return /^\?show=([\w-]+)$/.exec(location.search)?.[1];
}

/** What the reader chooses counts from then on: a reload must not choose for them again. */
export function forgetShortcut(): void {
  if (shortcutView() !== undefined) history.replaceState(history.state, '', location.pathname);
}
