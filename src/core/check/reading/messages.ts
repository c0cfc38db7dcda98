import { requireReadableRows } from './unreadable.ts';

/** A message of a chat, or a line that was pasted. */
export interface Message {
  readonly id?: number | undefined;
  readonly replyTo?: number | undefined;
  /** As the source writes it; empty where it does not say. */
  readonly time: string;
  readonly text: string;
}

const WHEN =
  '(\\d{1,4}[-./]\\d{1,2}[-./]\\d{2,4},? +\\d{1,2}[:.]\\d{2}(?::\\d{2})?(?:[\\s\\u202f]*[ap]\\.?\\s?m\\.?)?)';
/** `[16.11.26, 09:02:15] Name: text` or `16.11.26, 09:02 - Name: text`; what the app itself says has no name. */
const CHAT_LINE = new RegExp(
  `^[\\u200e\\u200f\\ufeff]?(?:\\[${WHEN}\\] |${WHEN} - )\\s*(?:[^:\\n]{1,80}: )?(.*)$`,
  'i',
);

/** The messages of a chat that was exported as text (WhatsApp); undefined where a text is none. */
export function parseChatText(text: string): readonly Message[] | undefined {
  const lines = text.split(/\r?\n/);
  requireReadableRows(lines.length);
  if (!lines.slice(0, 20).some((line) => line.length < 5_000 && CHAT_LINE.test(line))) return undefined;
  const messages: { time: string; text: string }[] = [];
  for (const line of lines) {
    const start = CHAT_LINE.exec(line.slice(0, 5_000));
    const last = messages.at(-1);
    if (start !== null)
      messages.push({
        time: (start[1] ?? start[2] ?? '').replace(/[\s\u202f]+/g, ' '),
        text: start[3] as string,
      });
    else if (last !== undefined) last.text += `\n${line}`;
  }
  return messages;
}

/** Lines of a pasted text, each a message; an empty line is one without text. */
export function parsePastedLines(text: string): readonly Message[] {
  const lines = text.split(/\r?\n/);
  requireReadableRows(lines.length);
  return lines.map((line) => ({ time: '', text: line.trim() }));
}
