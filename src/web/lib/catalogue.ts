import type { GetICUArgs } from '@schummar/icu-type-parser';
import format, { type CompiledMessage, type FormatValues } from 'icu-minify/format';
import {
  cloneElement,
  createElement,
  Fragment,
  isValidElement,
  type ReactElement,
  type ReactNode,
} from 'react';
import { FORMATTERS, isolate } from './intl-formatters.ts';
import { makeAgain } from './once.ts';

export interface Language {
  /** For `Intl` and `<html lang>`. */
  readonly locale: string;
  readonly direction: 'ltr' | 'rtl';
  /** The translation of an English message; undefined where there is none yet. */
  message(room: string, key: string, english: CompiledMessage): CompiledMessage | undefined;
  /** Fetches the messages of a page that is loaded later; absent where all messages are here. */
  load?(part: LaterPart): Promise<void>;
}

/** The pages whose messages are fetched with them. */
export type LaterPart = 'record' | 'check' | 'alerts' | 'lab';

export type CompiledMessages = Readonly<Record<string, Readonly<Record<string, CompiledMessage>>>>;

/** The part of a language's file that comes first, or that the service worker carries (scripts/compile-texts.mjs). */
export interface LanguagePart extends Pick<Language, 'locale' | 'direction'> {
  readonly messages: CompiledMessages;
}

/** English with the day before the month and a 24-hour clock. */
let language: Language = { locale: 'en-GB', direction: 'ltr', message: (_room, _key, english) => english };

export function currentLocale(): string {
  return language.locale;
}

/** Sets another language before anything is drawn: what is on the screen does not change. */
export function setLanguage(next: Language): void {
  language = next;
  makeAgain();
}

/** Resolves once the messages of a page are loaded. */
export function loadTexts(part: LaterPart): Promise<void> {
  return language.load?.(part) ?? Promise.resolve();
}

/** An empty element, `<b />`: what stands between `<name>` and `</name>` of a message becomes its content. */
export type TagElement = ReactElement;

type TagsOf<Message> = Message extends `${string}<${infer Tag}>${infer Rest}`
  ? (Tag extends `/${string}` ? never : Tag) | TagsOf<Rest>
  : never;

/** Plain values are texts, so that a number has gone through formats.ts or figures.ts; plurals need the number itself. */
type ValuesOf<Message extends string> = GetICUArgs<
  Message,
  { ICUArgument: string; ICUNumberArgument: number }
>;

type Text<Message extends string> = string extends Message
  ? { readonly notOneStringLiteral_orWidenedBySatisfies: never }
  : [TagsOf<Message>] extends [never]
    ? keyof ValuesOf<Message> extends never
      ? string
      : (values: ValuesOf<Message>) => string
    : (values: ValuesOf<Message> & Readonly<Record<TagsOf<Message>, TagElement>>) => ReactNode;

type Texts<Messages extends Readonly<Record<string, string>>> = {
  readonly [Key in keyof Messages]: Text<Messages[Key]>;
};

/**
 * The texts of a room, from its English messages in ICU MessageFormat, each one string literal. The build compiles them
 * (scripts/compile-texts.mjs), in files named `texts.ts` or `*-texts.ts` only. See docs/languages.md.
 */
export function defineTexts<const Messages extends Readonly<Record<string, string>>>(
  room: string,
  messages: Messages,
): Texts<Messages> {
  const english: Readonly<Record<string, CompiledMessage>> = messages;
  return new Proxy(messages as unknown as Texts<Messages>, {
    get(_messages, key: string) {
      const original = english[key];
      if (original === undefined) return undefined;
      const message = language.message(room, key, original) ?? original;
      return typeof original === 'string'
        ? message
        : (values: Readonly<Record<string, string | number | TagElement>>) => fill(message, values);
    },
  });
}

/** A message that the command says as well, filled with its values. */
export function say<Messages extends Readonly<Record<string, string>>>(
  [room, messages]: readonly [room: string, messages: Messages],
  key: keyof Messages & string,
  values: Readonly<Record<string, string | number>> = {},
): string {
  const english: CompiledMessage = messages[key] as string;
  return String(fill(language.message(room, key, english) ?? english, values));
}

function fill(
  message: CompiledMessage,
  values: Readonly<Record<string, string | number | TagElement>>,
): ReactNode {
  const filled: FormatValues<ReactNode> = {};
  for (const [name, value] of Object.entries(values)) {
    filled[name] = isValidElement(value)
      ? (words) => cloneElement(value, undefined, ...words)
      : typeof value === 'string'
        ? isolate(value, language.direction)
        : (value as number);
  }
  const parts = format<ReactNode>(message, language.locale, filled, { formatters: FORMATTERS });
  // As separate children in fixed order, so that React needs no keys.
  return Array.isArray(parts) ? createElement(Fragment, null, ...parts) : parts;
}

/** A language of the page, whole, as a file of src/web/languages exports it; see docs/languages.md. */
export interface LanguageFile {
  /** For `Intl`, `<html lang>` and the cookie that keeps the choice. */
  readonly locale: string;
  /** Its name in itself. */
  readonly name: string;
  readonly direction: 'ltr' | 'rtl';
  /** By room and key, in ICU MessageFormat; where one is missing, the English one is shown and, unless that has no words, `npm run check` fails. */
  readonly messages: Readonly<Record<string, Readonly<Record<string, string>>>>;
}
