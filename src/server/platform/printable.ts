// Names and e-mail addresses come from traders and from import files, paths from any client. Written raw, an escape sequence in one of them
// could recolour, clear or retitle the operator's terminal, and a bidirectional control could swap what is read.
// The two joiners stay: Persian words and family emoji are written with them.
const UNSAFE = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]|(?![\u200c\u200d])\p{Cf}/gu;

/** The text with every control, invisible or direction-changing character written out, as in `\x1b` or `\u202e`. */
export function printable(text: string): string {
  return text.replace(UNSAFE, (character) => {
    const code = (character.codePointAt(0) ?? 0).toString(16);
    if (code.length <= 2) return `\\x${code.padStart(2, '0')}`;
    return code.length <= 4 ? `\\u${code.padStart(4, '0')}` : `\\u{${code}}`;
  });
}

/** A document as one line of JSON, in which those characters are escaped too: it may be read on a terminal as well. */
export function printableJson(document: object): string {
  return JSON.stringify(document).replace(UNSAFE, (character) =>
    Array.from(
      { length: character.length },
      (_, unit) => `\\u${character.charCodeAt(unit).toString(16).padStart(4, '0')}`,
    ).join(''),
  );
}

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });
// East Asian wide and full-width blocks, and emoji: what terminals draw two cells wide.
const WIDE =
  /^(?:[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\ua960-\ua97c\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6\u{1b000}-\u{1b2ff}\u{20000}-\u{3fffd}]|\p{Emoji_Presentation}|\p{Extended_Pictographic}\ufe0f)/u;

/** How many terminal cells the text takes: two for wide characters, one for a letter with its marks. */
export function displayWidth(text: string): number {
  if (/^[\u0020-\u007e]*$/.test(text)) return text.length;
  let cells = 0;
  for (const { segment } of graphemes.segment(text)) cells += WIDE.test(segment) ? 2 : 1;
  return cells;
}
