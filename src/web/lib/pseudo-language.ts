import type { CompiledMessage } from 'icu-minify/format';
import type { Language } from './catalogue.ts';

const PLAIN = 'ACDEGHIJKLNORSTUWYZacdeghijklnorstuwyz';
const ACCENTED = 'ÂÇÐÉĜĤÎĴĶĻÑÖŔŠŢÛŴÝŽâçđéĝĥîĵķļñöŕšţûŵýž';
const FILLER = ' öñé ţŵö ţĥŕéé ƒöûŕ ƒîvé šîx šévéñ éîĝĥţ ñîñé ţéñ';
/** Other languages take about that much more space than English. */
const LONGER_BY = 0.4;

type Node = string | number | readonly unknown[];

/**
 * The language that finds what is not ready for languages: every message 40 % longer, accented, right to left, with the digits and months
 * of Arabic. What is left in plain letters stands outside the catalogue, or is a term or a value.
 */
export const PSEUDO_LANGUAGE: Language = {
  locale: 'ar-EG',
  direction: 'rtl',
  message: (_room, _key, english) => longer(english),
};

function longer(message: CompiledMessage): CompiledMessage {
  if (typeof message === 'string') return `${accented(message)}${filler(message.length)}`;
  return [
    ...message.map((node) => accentedNode(node) as (typeof message)[number]),
    filler(lettersOf(message)),
  ];
}

/** A node is a text, the plural's own number (0), or an array: its name, then a kind and choices, or what stands inside a tag. */
function accentedNode(node: Node): Node {
  if (typeof node === 'string') return accented(node);
  if (typeof node === 'number') return node;
  const [name, kind, ...rest] = node as [string, Node | undefined, ...unknown[]];
  if (kind === undefined) return node;
  if (typeof kind !== 'number' || kind === 0) {
    return [name, accentedNode(kind), ...rest.map((child) => accentedNode(child as Node))];
  }
  return [name, kind, ...rest.map(accentedChoices)];
}

function accentedChoices(choices: unknown): unknown {
  if (typeof choices !== 'object' || choices === null) return choices;
  return Object.fromEntries(
    Object.entries(choices).map(([choice, message]: [string, Node]) => [
      choice,
      Array.isArray(message) ? message.map((node: Node) => accentedNode(node)) : accentedNode(message),
    ]),
  );
}

function accented(text: string): string {
  return text.replace(/[A-Za-z]/g, (letter) => ACCENTED[PLAIN.indexOf(letter)] ?? letter);
}

function lettersOf(nodes: readonly unknown[]): number {
  return nodes.reduce<number>(
    (sum, node) =>
      sum + (typeof node === 'string' ? node.length : Array.isArray(node) ? lettersOf(node.slice(1)) : 0),
    0,
  );
}

function filler(letters: number): string {
  const count = Math.ceil(letters * LONGER_BY);
  return FILLER.repeat(Math.ceil(count / FILLER.length))
    .slice(0, count)
    .replace(/ $/, 'é');
}
