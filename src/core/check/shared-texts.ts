/** English messages in ICU MessageFormat that the page and the command both say, with the name of their room; see docs/languages.md. */
export function sharedTexts<const Messages extends Readonly<Record<string, string>>>(
  room: string,
  messages: Messages,
): readonly [room: string, messages: Messages] {
  return [room, messages];
}
