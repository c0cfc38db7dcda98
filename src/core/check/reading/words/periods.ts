/** Words of days, weeks and months, as words are compared. */

export const UNITS =
  'w(?:ee)?k(?:s|ly)?|months?|monthly|days?|daily|quarter|q[1-4]|session|semana|mes|dia|woche|kw|monat|tag|semaine|mois|jour|settimana|неделя|месяц|hafta|ay|minggu|bulan|hari';
const WEEKDAYS =
  '(?:mon|tue|wed|thu|fri|sat|sun)\\p{L}{0,7}|lunes|martes|miercoles|jueves|viernes|sabado|domingo|segunda|terca|quarta|quinta|sexta|montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonntag|lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche|понедельник|вторник|среда|четверг|пятница|суббота|воскресенье|pazartesi|sali|carsamba|persembe|cuma|cumartesi|pazar|senin|selasa|rabu|kamis|jumat|sabtu';
const MONTHS =
  '(?:jan|ene|gen|янв|oca|feb|fev|фев|sub|mar|mrz|мар|apr|abr|avr|апр|nis|ma[iyj]|mag|май|jui?n|giu|июн|haz|jui?l|lug|июл|tem|aug|ago|aou|авг|agu|sep|set|сен|eyl|o[ckt]t|out|окт|eki|nov|ноя|kas|dec|dez|dic|дек|ara)\\p{L}{0,7}';
const anyOf = (of: string): RegExp => new RegExp(`(?<!\\p{L})(?:${of})(?!\\p{L})`, 'gu');
/** Any of them, and those that name a day or a month. */
export const PERIOD = anyOf(`${UNITS}|${WEEKDAYS}|${MONTHS}`);
export const NAMED_DAY = anyOf(WEEKDAYS);
export const NAMED_MONTH = anyOf(MONTHS);
