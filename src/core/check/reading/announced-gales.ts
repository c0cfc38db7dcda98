/** How many doubled stakes a signal announces. */

/** A doubled stake, in the languages of sellers; a part of a regular expression. */
export const GALE_WORD =
  '(?:gales?|martingales?|martingala|martingalas|mtg|mg|догон\\p{L}*|мартингейл\\p{L}*|перекрыт\\p{L}*|prote[çc][ãa]o|prote[çc][õo]es|protection|steps?|katlama|मार्टि[ंन]गेल|गेल|মার্টি[ঙং]্?গেল|مارٹنگیل|مارتينجال|مضاعفة|kompen(?:sasi)?|doublage|gấp thếp|gap thep|doublings?)';
const UP_TO =
  '(?:up to|upto|m[aá]x(?:imum|imo)?\\.?|até|ate|hasta|jusqu.?[àa]|до|максимум|en fazla|maks(?:imal)?|sampai|tối đa|toi da|अधिकतम|সর্বোচ্চ|زیادہ سے زیادہ|حتى|بحد أقصى)';
/** `up to 2 gales`. */
export const ANNOUNCED_UP_TO = new RegExp(
  `${UP_TO}\\s*:?\\s*(\\d{1,6})\\s*(?:x\\s*)?${GALE_WORD}|${GALE_WORD}\\s*:?\\s*${UP_TO}\\s*(\\d{1,6})`,
  'iu',
);
const ANNOUNCED = new RegExp(
  `(?<![\\p{L}\\d:])(\\d)[^\\S\\n]*(?:st|nd|rd|[oaºª]|-?й)?[^\\S\\n]*(?:step\\s*)?${GALE_WORD}|${GALE_WORD}\\s*[-:]?\\s*(\\d)(?![\\d:])`,
  'giu',
);

/** More doubled stakes than these are not believed. */
export const MOST_GALES = 6;

/** Doubled stakes that a signal announces; `isSure` where it says "up to", so that a loss has lost them all. */
export interface AnnouncedGales {
  readonly gales: number;
  readonly isSure: boolean;
}

/** The doubled stakes that a message announces, the most where it names several; undefined where it announces none. */
export function announcedGales(text: string): AnnouncedGales | undefined {
  const plain = text.normalize('NFKC');
  const sure = ANNOUNCED_UP_TO.exec(plain);
  const gales = Number(sure?.[1] ?? sure?.[2]);
  if (sure !== null) return { gales: Math.min(gales, MOST_GALES), isSure: gales <= MOST_GALES };
  const others = [...plain.matchAll(ANNOUNCED)].map(([, before, after]) => Number(before ?? after));
  return others.length === 0 ? undefined : { gales: Math.max(...others), isSure: false };
}
