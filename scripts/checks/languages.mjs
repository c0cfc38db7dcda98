/**
 * Holds each language of src/web/languages against the English messages: names every message that is missing, that no English one
 * stands behind, that takes other values, or that loses a term, a number or a plural form; that breaks the glossary
 * (docs/glossary.md), is too long for its button, or lets a figure turn round on a page from right to left; and every sentence that
 * must not mislead and has no translation back (docs/translations-back.md).
 *
 * `node scripts/checks/languages.mjs` prints every finding and exits with 1 when there is one.
 */
import compile from 'icu-minify/compile';
import { readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { languageIn, messagesIn } from '../compile-texts.mjs';
import { listFiles } from './list-files.mjs';
import { printFindings } from './print-findings.mjs';

/** The same in every language; in any order, as often as in English. */
const TERMS = /\b(?:[A-Z]{3}\/[A-Z]{3}|CALL|PUT|P-BOT|P-Special|UTC\+5|OTC)\b/g;
/** Messages that are names: nothing in them is English. */
const NAMES = /^(?:RSI|EMA|MACD|Bollinger|Stochastic|Kraken|Deriv|OANDA|\{pips\} pip)$/;

/** Whether a message has no words to translate: values, terms and signs, or a name. A language has it only where it writes it otherwise. */
function isWordless(/** @type {string} */ message) {
  return NAMES.test(message) || !/\p{L}/u.test(message.replace(/\{\w+\}|<\/?\w+>/g, '').replace(TERMS, ''));
}

/** What a number in English counts, and one of the words that say it in each language; `en` alone is the same in all. */
const UNITS = [
  { en: /\$/ },
  { en: /\bpips?\b/i },
  { en: /\bMB\b/ },
  {
    en: /[\d}#]\s?s\b|<small>s</,
    'pt-BR': /[\d}#>]\s?s\b|segundos/,
    id: /dtk|detik/,
    hi: /से॰|सेकंड/,
    bn: /সে\.|সেকেন্ড/,
    ur: /سیکنڈ/,
  },
  {
    en: /[\d}#]\s?(?:min|m\b)/,
    'pt-BR': /min/,
    id: /mnt|menit/,
    hi: /मि॰|मिनट/,
    bn: /মি\.|মিনিট/,
    ur: /منٹ/,
  },
  { en: /[\d}#]\s?(?:h\b|hour)/, 'pt-BR': /\bh\b|hora/, id: /jam/, hi: /घं॰|घंट/, bn: /ঘ\.|ঘণ্টা/, ur: /گھنٹ/ },
  { en: /[\d}#] days?\b/, 'pt-BR': /dia/, id: /hari/, hi: /दिन/, bn: /দিন/, ur: /دن/ },
  { en: /\bcents?\b/, 'pt-BR': /centavo/, id: /sen\b/, hi: /सेंट/, bn: /সেন্ট/, ur: /سینٹ/ },
];

/** Where a noun has another form for every number but one, a plural may not become a plain number. */
const NOUNS_CHANGE = new Set(['pt-BR']);

/** The sentences that say what a number is worth (docs/glossary.md): docs/translations-back.md has each of them in each language. */
const HONEST = {
  alerts: ['promise'],
  'alerts/messages': ['measured', 'measuredStarted', 'drawn', 'verdictIs'],
  'alerts/results': ['unknown'],
  auth: ['headline', 'promise', 'promiseOfDraws', 'sample', 'sampleSimulated', 'sampleMeasured'],
  signals: ['drawnAtRandom', 'analyzing', 'drawnMark', 'right', 'rightMark'],
  'market-signals': ['analyzing', 'stake'],
  coach: ['drawnOrMeasured', 'simulated', 'market', 'onlyEven'],
  ui: ['simulated', 'measured', 'risk'],
  'ui/explanations': ['drawnConfidence', 'confidence', 'breakEven', 'coin'],
  record: ['tooEarly', 'coinAnswer', 'stakeAnswer', 'need', 'notScored', 'nothing', 'nothingText'],
  'record/score': ['rightInHundred'],
  lab: ['madeUpNote', 'asLuck', 'enoughSeen', 'enoughUnseen', 'eachTry', 'stillShows'],
  check: ['lookedAtWhy', 'unusualMeans'],
  'check/verdict': [
    'luck',
    'explained',
    'possible',
    'hard',
    'hardForCoin',
    'unresolved',
    'coin',
    'worth',
    'otherwise',
  ],
};

/**
 * Words of each language that say something else than they were chosen for, a familiar address, and the English full stop:
 * docs/glossary.md has what is said instead, and why.
 */
const NEVER = {
  hi: /चौबीसों|बीज|सिम्युलेटेड|निवेश|जोड़ी|पिप|# बार बाद|एक बार काफ़ी|छिपा होने तक|तय (?:सिग्नल|हुए)|(?:करो|तुम)(?![\p{L}\p{M}])|[^.]\.$/u,
  bn: /(?<!\p{L})তোলা না|বীজ|টাকা যায়|বিনিয়োগ|জোড়া|পিপ|# বার পরে|একবার যথেষ্ট|ঠিক (?:হচ্ছে|করে|করলে)|নির্ধারিত|তুমি|তোমা|(?<!সে|মি|ঘ|\.)\.$/u,
  ur: /(?<!بہی )کھات[ہے](?!\p{L})|\} ?س(?!\p{L})|قطار|سرمایہ کاری|جوڑی|پپ(?!\p{L})|# بار بعد|ایک بار کافی|میعاد|دکھت|طے (?:شدہ سگنل|ہوئے)|(?<!\p{L})(?:کرو|تم)(?!\p{L})|[^.]\.$/u,
  id: /peringatan|meja transaksi|(?<!lempar(?:an)? )(?<!pelempar )\bkoin\b|dipertaruhkan|menjamin|investasi|\btrade\b|sudah pasti|cukup sekali|\bbuku\b(?! besar| kerja)|pasangan|obrolan|sumber harga (?:yang )?langsung|\bkamu\b/i,
  'pt-BR':
    /\blivros?\b(?!-razão)|preço médio|liquidad|(?<!jogar |lança |joga )\bmoedas?\b(?! não viciada)|(?<!ponto de )equilíbrio|entradas? (?:dobrad|perdid)|garanti|investi|decididos|\b(?:tu|teus?|tuas?)\b/i,
};

/** Labels of buttons and tabs, and how many letters each has room for on a phone of 360 px. */
const ROOM_FOR = [
  {
    letters: 14,
    labels: {
      ui: ['signals', 'record', 'check', 'lab'],
      check: ['saveShort', 'printShort', 'again'],
    },
  },
  {
    letters: 34,
    labels: {
      ui: ['generate', 'tryAgain', 'showMore', 'signIn'],
      auth: ['signingIn', 'openBroker'],
      coach: ['skip', 'back', 'next', 'start'],
      signals: ['analyzing', 'openBot'],
      'market-signals': ['analyzing', 'take', 'undo'],
      alerts: ['switchOn', 'switchingOn', 'switchOff', 'test', 'testing', 'endPause'],
      'app/shell': ['signOut', 'returnHome'],
      check: ['choose', 'check', 'checkText', 'print', 'compare'],
      lab: ['tryIt', 'tryMany', 'save', 'openNow', 'notYet'],
      record: ['check', 'checkAgain', 'older'],
      'ui/report': ['cancel', 'savePicture'],
    },
  },
];

/** The screen of operators is in English, as their commands are. */
const ENGLISH_ONLY = /^admin(\/|$)/;

/** A translation may write the number of a plural plainly, where its language has one form for every number. */
const MAY_BE = new Map([
  ['plural', ['plural', 'number']],
  ['number', ['number', 'plural']],
]);

/**
 * Every finding as one line `file: room, key: what`, in the order of the English files.
 * @param {string} root the project's folder
 */
export function languageFindings(root) {
  const files = listFiles(join(root, 'src')).filter((path) => path.endsWith('.ts'));
  const english = files
    .filter((path) => /[/\\-]texts\.ts$/.test(path))
    .sort()
    .flatMap((path) => messagesIn(path, readFileSync(path, 'utf8')))
    .filter(({ room }) => !ENGLISH_ONLY.test(room));
  const languages = files
    .filter((path) => path.startsWith(join(root, 'src/web/languages') + sep) && !path.endsWith('.test.ts'))
    .sort()
    .map((path) => ({ path, language: languageIn(path, readFileSync(path, 'utf8')) }));
  return [
    ...languages.flatMap(({ path, language }) => {
      const name = relative(root, path).split(sep).join('/');
      return findingsIn(language, english).map((one) => `${name}: ${one}`);
    }),
    ...findingsBack(
      readFileSync(join(root, BACK), 'utf8'),
      languages.map(({ language }) => language.locale),
      english,
    ).map((one) => `${BACK}: ${one}`),
  ];
}

const BACK = 'docs/translations-back.md';

/**
 * @param {string} table a row for each message, `room, key` first, and a column for each language
 * @param {readonly string[]} locales
 * @param {readonly { room: string, key: string }[]} english
 */
function findingsBack(table, locales, english) {
  const [head = [], , ...rows] = table
    .split('\n')
    .filter((line) => line.startsWith('| ') || line.startsWith('|-'))
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );
  const byMessage = new Map(rows.map(([message = '', ...cells]) => [message, cells]));
  const known = new Set(english.map(({ room, key }) => `${room}, ${key}`));
  const wanted = Object.entries(HONEST).flatMap(([room, keys]) => keys.map((key) => `${room}, ${key}`));
  return [
    ...[...byMessage.keys()]
      .filter((message) => !known.has(message))
      .map((message) => `${message} is no message of the page`),
    ...locales.flatMap((locale) =>
      wanted
        .filter((message) => !byMessage.get(message)?.[head.indexOf(locale) - 1])
        .map((message) => `${message} is missing in ${locale}`),
    ),
  ];
}

/**
 * @param {import('../../src/web/lib/catalogue.ts').LanguageFile} language
 * @param {readonly { room: string, key: string, message: string }[]} english
 */
function findingsIn({ locale, direction, messages }, english) {
  const known = new Set(english.map(({ room, key }) => `${room}, ${key}`));
  const findings = english.flatMap(({ room, key, message }) => {
    const own = messages[room]?.[key];
    if (own === undefined) return isWordless(message) ? [] : [`${room}, ${key} is missing: ${message}`];
    if (own === message && isWordless(message)) return [`${room}, ${key} stands in English already`];
    return [
      ...differences(message, own, locale),
      ...faultsOf({ message, own, locale, direction }),
      ...tooLong(room, key, own),
    ].map((what) => `${room}, ${key}: ${what}`);
  });
  for (const [room, texts] of Object.entries(messages))
    for (const key of Object.keys(texts))
      if (!known.has(`${room}, ${key}`)) findings.push(`${room}, ${key} is no message of the page`);
  return findings;
}

/** @param {string} message @param {string} own @param {string} locale @returns {string[]} */
function differences(message, own, locale) {
  const [theirs, ours] = [valuesOf(message), valuesOf(own)];
  if (typeof ours === 'string') return [ours];
  if (typeof theirs === 'string') return [theirs];
  const found = [];
  for (const [name, { kind, choices }] of theirs) {
    const mine = ours.get(name);
    const kinds = (NOUNS_CHANGE.has(locale) && choices.has('one') ? undefined : MAY_BE.get(kind)) ?? [kind];
    if (mine === undefined) found.push(`{${name}} is missing`);
    else if (!kinds.includes(mine.kind)) found.push(`{${name}} is a ${kind}, not a ${mine.kind}`);
    else if (kind === 'select' && String([...choices].sort()) !== String([...mine.choices].sort()))
      found.push(
        `{${name}} chooses from ${[...choices].join(', ')}, not from ${[...mine.choices].join(', ')}`,
      );
  }
  for (const [name, { kind, choices, isNumbered }] of ours) {
    if (!theirs.has(name)) found.push(`{${name}} is no value of this message`);
    if (kind !== 'plural') continue;
    /** @type {readonly string[]} */
    const forms = new Intl.PluralRules(locale).resolvedOptions().pluralCategories;
    for (const choice of choices)
      if (!choice.startsWith('=') && !forms.includes(choice))
        found.push(`{${name}} has no form "${choice}" in ${locale}`);
    for (const choice of theirs.get(name)?.choices ?? [])
      if (
        (forms.includes(choice) || choice === '=0') &&
        !choices.has(choice) &&
        !(choice === 'one' && choices.has('=1'))
      )
        found.push(`{${name}} lacks the form "${choice}"`);
    if (theirs.get(name)?.isNumbered && !isNumbered) found.push(`{${name}} lacks its number, #`);
  }
  const terms = (/** @type {string} */ text) => [...new Set(text.match(TERMS))].sort().join(', ');
  if (terms(message) !== terms(own))
    found.push(`the terms ${terms(message) || 'of no kind'} became ${terms(own) || 'none'}`);
  return found;
}

/**
 * What can be heard of a translation without knowing its language.
 * @param {{ message: string, own: string, locale: string, direction: 'ltr' | 'rtl' }} translation
 * @returns {string[]}
 */
function faultsOf({ message, own, locale, direction }) {
  const found = [];
  const [theirs, ours] = [numbersIn(message, 'en'), numbersIn(own, locale)];
  if (theirs !== ours) found.push(`the numbers ${theirs || 'of no kind'} became ${ours || 'none'}`);
  for (const unit of UNITS)
    if (unit.en.test(message) && !(unit[/** @type {'en'} */ (locale)] ?? unit.en).test(own))
      found.push(`the unit "${unit.en.exec(message)?.[0]}" is not said`);
  const empty = (/** @type {string} */ text) => text.match(/^\s*$|\{\}/g)?.length ?? 0;
  if (empty(own) > empty(message)) found.push('a choice says nothing');
  const isLatin = /^\p{Script=Latin}/u.test(
    new Intl.DisplayNames(locale, { type: 'language' }).of(locale) ?? '',
  );
  const words = message.replace(/\{\w+\}|<\/?\w+>/g, '').replace(TERMS, '');
  if (own === message && (isLatin ? /\p{L}{2}\s.*\p{L}{2}/u : /[a-z]{2}/).test(words))
    found.push('is English');
  const foreign = hasOwnDigits(locale) && WESTERN.exec(own.replace(KEPT_DIGITS, ' '));
  if (foreign && !/[\n^]/.test(own)) found.push(`"${foreign[0]}" is not in the digits of ${locale}`);
  if (/\}%/.test(own)) found.push('a percent sign stands outside its value: it belongs to the value');
  const never = NEVER[/** @type {keyof typeof NEVER} */ (locale)]?.exec(own);
  if (never) found.push(`"${never[0]}" is not the word of docs/glossary.md`);
  let open = 0;
  for (const mark of own.match(/[\u2066-\u2069]/g) ?? []) {
    open += mark === '\u2069' ? -1 : 1;
    if (open < 0 || open > 1) break;
  }
  if (open !== 0) found.push('an isolate is not closed, or closed twice');
  const outside = own.replace(/[\u2066-\u2068][^\u2069]*\u2069/g, '');
  const turns = direction === 'rtl' ? /\p{Nd}%|\$\p{Nd}|\p{L} = |[÷×^]|\}–\{/u.exec(outside) : null;
  if (turns) found.push(`"${turns[0]}" turns round: put the figure into \\u2066…\\u2069`);
  return found;
}

/** A Western number, and those that stay: years of papers, and digits that are part of a name. */
const WESTERN = /\d+/;
const KEPT_DIGITS = /=\d+ \{|\b(?:19|20)\d\d\b|[A-Z]+[ +]?\d+(?:\/\d+)?|Ed\d+/g;

/** @param {string} locale */
function hasOwnDigits(locale) {
  return new Intl.NumberFormat(locale).format(1) !== '1';
}

/**
 * The numbers of a message outside of its values, in Western digits and with the English marks, sorted.
 * @param {string} message @param {string} locale
 */
function numbersIn(message, locale) {
  const parts = new Intl.NumberFormat(locale).formatToParts(12_345.6);
  const mark = (/** @type {string} */ type) => parts.find((part) => part.type === type)?.value ?? '';
  const digits = [...new Intl.NumberFormat(locale, { useGrouping: false }).format(9_876_543_210)].reverse();
  const western = message
    .replace(/=\d+ \{|\{[a-z]\w*(?:, (?:number|plural|select),?)?|<\/?\w+>/g, ' ')
    .replace(/\p{Nd}/gu, (digit) => (digits.includes(digit) ? String(digits.indexOf(digit)) : digit));
  const numbers = western.match(/\d+(?:[.,:]\d+)*%?/g) ?? [];
  const inEnglish = numbers.map((number) =>
    number.replace(/[.,]/g, (at) => {
      const isTime = /^\d\d\.\d\d$/.test(number) && mark('decimal') === ',';
      return isTime ? ':' : at === mark('group') ? '' : '.';
    }),
  );
  return [...new Set(inEnglish)].sort().join(', ');
}

/** @param {string} room @param {string} key @param {string} own @returns {string[]} */
function tooLong(room, key, own) {
  const label = own.replace(/<\/?\w+>/g, '');
  const length = [...new Intl.Segmenter().segment(label)].length;
  return ROOM_FOR.filter(
    ({ letters, labels }) =>
      length > letters && /** @type {Record<string, string[]>} */ (labels)[room]?.includes(key),
  ).map(({ letters }) => `has ${length} letters, its button room for ${letters}`);
}

/**
 * The values of a message by name, or what is wrong with it.
 * @param {string} message
 * @returns {Map<string, { kind: string, choices: Set<string>, isNumbered: boolean }> | string}
 */
function valuesOf(message) {
  const found = new Map();
  try {
    collect(compile(message), found);
  } catch (error) {
    return `is no valid ICU MessageFormat: ${/** @type {Error} */ (error).message}`;
  }
  return found;
}

/** The compiled form of icu-minify: a name alone, with what stands in its tag, or with a number for its kind. */
const KINDS = ['', 'select', 'plural', 'ordinal', 'number', 'date', 'time'];

/** @param {any} nodes @param {Map<string, { kind: string, choices: Set<string>, isNumbered: boolean }>} found */
function collect(nodes, found) {
  if (!Array.isArray(nodes)) return;
  for (const node of nodes) {
    if (!Array.isArray(node)) continue;
    const [name, kind, ...rest] = node;
    const isTag = node.length > 1 && (typeof kind !== 'number' || kind === 0);
    const value = found.get(name) ?? {
      kind: isTag ? 'tag' : kind === undefined ? 'text' : (KINDS[kind] ?? String(kind)),
      choices: new Set(),
      isNumbered: [rest[0]?.other].flat().includes(0),
    };
    found.set(name, value);
    if (isTag) collect([kind, ...rest], found);
    else if (typeof rest[0] === 'object' && value.kind !== 'number')
      for (const [choice, inside] of Object.entries(rest[0])) {
        value.choices.add(choice);
        collect(inside, found);
      }
  }
}

printFindings(import.meta.url, languageFindings);
