/** Words of days, weeks and months, as words are compared. */

export const UNITS =
  'w(?:ee)?k(?:s|ly)?|months?|monthly|days?|daily|quarter|q[1-4]|session|semana|mes|dia|woche|kw|monat|tag|semaine|mois|jour|settimana|неделя|месяц|hafta|ay|minggu|bulan|hari';
const WEEKDAYS =
  '(?:mon|fri|sun)(?:days?)?|tue(?:s(?:days?)?)?|wed(?:nesdays?)?|thu(?:r(?:s(?:days?)?)?)?|sat(?:urdays?)?|lunes|martes|miercoles|jueves|viernes|sabado|domingo|segunda|terca|quarta|quinta|sexta|montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonntag|lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche|понедельник|вторник|среда|четверг|пятница|суббота|воскресенье|pazartesi|sali|carsamba|persembe|cuma|cumartesi|pazar|senin|selasa|rabu|kamis|jumat|sabtu';
/** A month's stem, and what may follow it: a longer form is another word, as "market" and "subject" are. */
const MONTHS = [
  'jan(?:uar[yi]?|eiro|vier|v)?|ene(?:ro)?|gen(?:naio)?|янв(?:ар[ьея])?|oca(?:k)?',
  'feb(?:ruar[yi]?|rero|braio)?|fev(?:ereiro|rier)?|фев(?:рал[ьея])?|sub(?:at)?',
  'mar(?:ch|zo?|co|s|et|t)?|mrz|март?|марта|apr(?:ile?)?|abr(?:il)?|avr(?:il)?|апр(?:ел[ьея])?|nis(?:an)?',
  'ma[iy]o?|mei|mag(?:gio)?|ма[йя]|mayis|jun[ei]?|jun[ih]o|juin|giu(?:gno)?|июн[ьея]?|haz(?:iran)?',
  'jul[yi]?|jul[ih]o|jui?l(?:let)?|lug(?:lio)?|июл[ьея]?|tem(?:muz)?|aug(?:ust)?|ago(?:sto)?|aout?|авг(?:уст[ае]?)?|agu(?:stu?s|stos)?',
  'sep(?:t(?:ember|iembre|embre)?)?|set(?:t?embr[eo])?|сен(?:тябр[ьея])?|eyl(?:ul)?',
  'oct(?:ober|ubre|obre)?|okt(?:ober)?|ott(?:obre)?|out(?:ubro)?|окт(?:ябр[ьея])?|ekim?',
  'nov(?:ember|iembre|embr[eo])?|ноя(?:бр[ьея])?|kas(?:im)?|de[cz](?:embr[eo]|ember)?|dic(?:iembre|embre)?|дек(?:абр[ьея])?|ara(?:lik)?',
].join('|');
const anyOf = (of: string): RegExp => new RegExp(`(?<!\\p{L})(?:${of})(?!\\p{L})`, 'gu');
/** Any of them, and those that name a day or a month. */
export const PERIOD = anyOf(`${UNITS}|${WEEKDAYS}|${MONTHS}`);
export const NAMED_DAY = anyOf(WEEKDAYS);
export const NAMED_MONTH = anyOf(MONTHS);
