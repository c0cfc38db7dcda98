/** Chats in the forms of further messengers, of signals on what has no known name, and with posts that stand there twice; each with its truth. */
import { telegram } from './chat-layouts.ts';
import { type Layout, pairOf, RIGHT, startOf, WON } from './layout.ts';

type Said = readonly [won: string, lost: string];
const plain = (name: string, text: string, unresolved?: number): Layout => ({
  name,
  text,
  counts: RIGHT,
  isPlain: true,
  ...(unresolved === undefined ? {} : { unresolved }),
});
const asked = (name: string, asks: string, text: string, counts = RIGHT): Layout => ({
  name,
  text,
  asks,
  counts,
});

const timeOf = (at: number, minutes = 0): Date => new Date(startOf(at) + minutes * 60_000);
const dayOf = (time: Date): string => time.toISOString().slice(0, 10).replaceAll('-', '/');
const clockOf = (time: Date): string => time.toISOString().slice(11, 16);
/** The posts of each trade with their times, five minutes apart. */
const posts = (
  signal: (at: number) => string,
  [won, lost]: Said,
): readonly { readonly time: Date; readonly text: string }[] =>
  WON.flatMap((isWon, at) => [
    { time: timeOf(at), text: signal(at) },
    { time: timeOf(at, 5), text: isWon ? won : lost },
  ]);
const signal = (at: number): string => `${pairOf(at)} ${at % 2 ? 'PUT' : 'CALL'} 5 min`;
const WIN_LOSS: Said = ['WIN ✅', 'LOSS ❌'];
/** Posts below a line with each new day. */
const byDay = (
  heading: string,
  line: (text: string, clock: string) => string,
  dayLine: (day: string) => string,
  all = posts(signal, WIN_LOSS),
): string => {
  const lines = [heading];
  for (const [at, { time, text }] of all.entries()) {
    if (dayOf(time) !== dayOf(all[at - 1]?.time ?? new Date(0))) lines.push('', dayLine(dayOf(time)));
    lines.push(line(text, clockOf(time)));
  }
  return lines.join('\n');
};
const half = (clock: string): string =>
  `${clock < '12' ? '오전' : '오후'} ${Number(clock.slice(0, 2)) % 12 || 12}${clock.slice(2)}`;
const slack = (said: Said): string =>
  JSON.stringify(
    posts(signal, said).map(({ time, text }) => ({
      user: 'U05KAT',
      type: 'message',
      ts: `${time.getTime() / 1_000}.000000`,
      text,
    })),
  );
/** Each byte of the UTF-8 of a text as a character. */
const mangled = (text: string): string => String.fromCharCode(...new TextEncoder().encode(text));
const ofUnknown = (one: (at: number) => string, said: Said = WIN_LOSS): string =>
  telegram(posts(one, said).map(({ text }) => text));
const side = (at: number, up: string, down: string): string => (at % 2 ? down : up);
/** Each won trade as its result alone tells it, some of them once more at the end. */
const results = (isAgain: (at: number) => boolean): string[] => {
  const all = WON.map(
    (won, at) => `${won ? '✅' : '❌'} ${pairOf(at)} closed in ${won ? 'profit +' : 'loss -'}${at + 20} pips`,
  );
  return [...all, ...all.filter((_text, at) => WON[at] === true && isAgain(at))];
};

export const MESSENGER_LAYOUTS: readonly Layout[] = [
  ...(
    [
      ['a day without a year in brackets', (clock, text) => `[15/4 ${clock}] Ann: ${text}`],
      ['columns between bars', (clock, text) => `2026-03-02 ${clock} | Ann | ${text}`],
      ['a time of day in words', (clock, text) => `Ann\n — bugün saat ${clock}\n${text}`],
      ['a time of day before the name', (clock, text) => `${clock} Ann\n${text}\n`],
      ['a time of day below the name', (clock, text) => `Ann\n${clock}\n${text}\n`],
    ] as const satisfies readonly [string, (clock: string, text: string) => string][]
  ).map(([name, copied]) =>
    plain(
      `copied messages with ${name}, with talk of another one`,
      [...posts(signal, WIN_LOSS), { time: timeOf(61), text: '' }]
        .flatMap(({ time, text }, at) => [
          copied(clockOf(time), text || 'WINS: 37\nLOSSES: 23'),
          ...(at % 8 === 3 ? [copied(clockOf(time), 'did you win today?').replace('Ann', 'Bob')] : []),
        ])
        .join('\n'),
    ),
  ),

  plain(
    'LINE, with the day above its messages',
    byDay(
      '[LINE] Chat history\nSaved on: 2026/04/01 09:00',
      (text, clock) => `${clock}\tJo\t${text}`,
      (day) => day,
    ),
  ),
  plain(
    'LINE in Thai',
    byDay(
      '[LINE] ประวัติการแชทใน ห้องเทรด',
      (text, clock) => `${clock}\tพี่โจ้\t${text}`,
      (day) => `${day}(จ.)`,
      posts((at) => `${pairOf(at)} ${side(at, 'ขึ้น', 'ลง')} 5 นาที`, ['ชนะ ✅', 'แพ้ ❌']),
    ),
  ),
  plain(
    'KakaoTalk, with times in two halves of the day',
    byDay(
      'Signals 님과 카카오톡 대화\n저장한 날짜 : 2026-04-01 09:00:00',
      (text, clock) => `[Kim] [${half(clock)}] ${text}`,
      (day) => `--------------- ${day.replace('/', '년 ').replace('/', '월 ')}일 월요일 ---------------`,
    ),
  ),
  plain(
    'copied from Telegram Desktop',
    posts(signal, WIN_LOSS)
      .map(({ time, text }) => `Signals, [${dayOf(time)} ${clockOf(time)}]\n${text}\n`)
      .join('\n'),
  ),
  plain(
    'copied from Discord',
    posts(signal, WIN_LOSS)
      .map(({ time, text }) => `jaycee — ${dayOf(time)} ${clockOf(time)}\n${text}\n`)
      .join('\n'),
  ),
  plain('Slack, with names of marks', slack(['out for a win :white_check_mark:', 'loss :x:'])),
  plain(
    'Facebook, newest first, with bytes for characters',
    JSON.stringify({
      participants: [{ name: 'Andr' }],
      messages: posts((at) => `${pairOf(at)} ${side(at, 'compra', 'venda')} já`, ['Vitória ✅', 'Derrota ❌'])
        .map(({ time, text }) => ({
          sender_name: mangled('André'),
          timestamp_ms: time.getTime(),
          content: mangled(text),
        }))
        .toReversed(),
    }),
  ),
  ...(
    [
      ['futures in small letters', (at) => `${side(at, 'long', 'short')} mnq 21${300 + at}`, WIN_LOSS],
      [
        'futures in a sentence',
        (at) => `taking ${side(at, 'ES', 'NQ')} ${side(at, 'long', 'short')} here`,
        WIN_LOSS,
      ],
      [
        'options on shares',
        (at) => `${side(at, 'TSLA', 'QQQ')} ${side(at, 'calls', 'puts')} 0DTE @ 0.${89 + (at % 9)}`,
        WIN_LOSS,
      ],
      [
        'options on an index of India',
        (at) => `BUY BANKNIFTY 5${at % 9}400 ${side(at, 'CE', 'PE')} ABOVE 368 SL 20 TGT 40/80`,
        ['Target hit 🎯🎯 book karo', 'SL hit ho gaya, next me recover'],
      ],
      [
        'an index of one broker, in Indonesian',
        (at) => `ASIA X jam 13.${10 + (at % 50)} ${side(at, 'BUY', 'SELL')}`,
        ['Profit langsung ✅', 'Loss ❌'],
      ],
      [
        'a coin in Korean',
        (at) => `BTC ${side(at, '롱', '숏')} 진입 94012 손절 1% 익절 2%`,
        ['익절 완료 ✅', '손절 ❌'],
      ],
      [
        'an index in German, an end said twice in one line',
        (at) => `DAX ${side(at, 'Long', 'Short')} ab 22087, Ziel 30 Punkte`,
        ['Ziel erreicht, Gewinn +30', 'ausgestoppt, Verlust -25'],
      ],
      [
        'gold in Italian',
        (at) => `ORO ${side(at, 'compra', 'vendi')} scadenza 5 min`,
        ['Operazione vinta ✅', 'Persa ❌'],
      ],
      ['a win said twice in one line', signal, ['Target hit, win +20 pts', 'stopped out, loss -15 pts']],
    ] as const satisfies readonly (readonly [string, (at: number) => string, Said])[]
  ).map(([name, one, said]) => plain(`signals on ${name}`, ofUnknown(one, said))),
  asked(
    'talk with a side between results of pictures',
    'endings-without-signal',
    telegram(
      WON.flatMap((won, at) => [
        won ? 'WIN ✅' : 'LOSS ❌',
        ...(at % 7 ? [] : ['Selling pressure is high today, guys']),
      ]),
    ),
  ),
  asked(
    'tips of matches in Chinese',
    'endings-without-signal',
    ofUnknown((at) => `今日推荐${at}：曼城 -1.5`, ['红单 🔴 收米', '黑单 ⚫️']),
  ),
  asked(
    'results that a channel forwards from itself',
    'repeated-messages',
    (() => {
      const chat = JSON.parse(telegram(results((at) => at % 6 === 0))) as { messages: object[] };
      return JSON.stringify({
        ...chat,
        messages: chat.messages.map((one, at) => ({
          ...one,
          from: 'Signals',
          ...(at < 60 ? {} : { forwarded_from: 'Signals' }),
        })),
      });
    })(),
  ),
  asked('pasted results, some of the wins twice', 'repeated-rows', results((at) => at % 6 === 0).join('\n')),
  asked(
    'pasted signals with their ends, some of the wins twice',
    'repeated-messages',
    [...WON.keys(), ...WON.keys()]
      .flatMap((at, place) =>
        place < 60 || (WON[at] === true && at % 6 === 0)
          ? [
              `${pairOf(at)} ${side(at, 'CALL', 'PUT')} ${clockOf(timeOf(at))}`,
              WON[at] ? 'WIN ✅' : 'LOSS ❌',
            ]
          : [],
      )
      .join('\n'),
  ),
  asked(
    'outcomes that nothing else follows, with words that are not understood',
    'unsure-endings',
    ofUnknown(signal, ['Плюсик поймали ✅', 'Минус ❌']),
  ),
  {
    name: 'steps that run before each end',
    text: telegram(
      WON.flatMap((won, at) => [signal(at), 'Running +44 pips ✅ hold', won ? 'WIN ✅' : 'LOSS ❌']),
    ),
    counts: RIGHT,
    asks: 'unsure-endings',
  },
  asked(
    'a promise below each signal',
    'marked-signals',
    telegram(WON.flatMap((won, at) => [`${signal(at)} ${at}\n90% sure WIN ✅`, won ? 'WIN ✅' : 'LOSS ❌'])),
  ),
  plain(
    'signals that were cancelled with a cross',
    telegram(
      WON.flatMap((won, at) => [
        ...(at % 6 ? [] : [signal(at + 1), 'Cancelled ❌']),
        signal(at),
        won ? 'WIN ✅' : 'LOSS ❌',
      ]),
    ),
  ),
  plain(
    'marks above each signal, and the score so far below its outcome',
    telegram(
      WON.flatMap((won, at) => [
        `✅ ENTRADA CONFIRMADA ✅\n\nAtivo: ${pairOf(at)}\nDireção: ${side(at, 'COMPRA 🟢', 'VENDA 🔴')}\nExpiração: M5`,
        `${won ? '✅✅✅ GREEN ✅✅✅' : '❌ RED ❌'}\n\nPlacar: ${WON.slice(0, at + 1).filter(Boolean).length}x${WON.slice(0, at + 1).filter((one) => !one).length}`,
      ]),
    ),
  ),
  asked(
    'outcomes that are corrected',
    'two-ends',
    telegram(
      WON.flatMap((won, at) => [
        signal(at),
        ...(won || at % 2 ? [] : ['WIN ✅', 'Sorry, it is a LOSS ❌']),
        ...(won ? ['WIN ✅'] : at % 2 ? ['LOSS ❌'] : []),
      ]),
    ),
  ),
  asked(
    'a poll below each outcome',
    'endings-without-signal',
    telegram(
      WON.flatMap((won, at) => [
        signal(at),
        won ? 'WIN ✅' : 'LOSS ❌',
        'Did you take this trade?\n✅ Yes, won\n❌ No',
      ]),
    ),
  ),
  plain(
    'streaks, days without a loss, rules and talk between the signals',
    telegram(
      WON.flatMap((won, at) => [
        signal(at),
        won ? 'WIN ✅' : 'LOSS ❌',
        [
          '5 wins in a row ✅✅✅✅✅',
          'Zero loss today ✅',
          'If LOSS ❌ do not double',
          'Never had a LOSS this week ❌',
        ][at % 4] as string,
      ]),
    ),
  ),
  asked(
    'wins that are forwarded from another channel',
    'unresolved-signals',
    (() => {
      const mixed = WON.flatMap((won, at) => [
        ...(at % 5
          ? []
          : [
              { text: `GBPUSD BUY ${at}`, forwarded_from: 'Kings VIP' },
              { text: 'TP hit ✅', forwarded_from: 'Kings VIP' },
            ]),
        { text: signal(at) },
        { text: won ? 'WIN ✅' : 'LOSS ❌' },
      ]);
      const chat = JSON.parse(telegram(mixed.map(({ text }) => text))) as { messages: object[] };
      return JSON.stringify({
        ...chat,
        messages: chat.messages.map((one, at) => ({ ...one, from: 'Signals', ...mixed[at] })),
      });
    })(),
  ),
  {
    name: 'members who say wins and losses before the seller does',
    text: WON.flatMap((won, at) => [
      `Boss: ${signal(at)}`,
      `Member ${at % 9}: ${at % 2 ? 'win ✅' : 'loss'}`,
      `Boss: ${won ? 'WIN ✅' : 'LOSS ❌'}`,
    ])
      .map(
        (line, at) =>
          `02/03/2026, ${String(9 + Math.floor(at / 60)).padStart(2, '0')}:${String(at % 60).padStart(2, '0')} - ${line}`,
      )
      .join('\n'),
    counts: RIGHT,
    isPlain: true,
  },
  {
    name: 'signals of the same words an hour apart, some without an end',
    text: telegram(
      WON.flatMap((won, at) => [
        ...(at % 6 ? [] : [signal(0), ...Array.from({ length: 20 }, () => 'Good morning')]),
        signal(0),
        won ? 'WIN ✅' : 'LOSS ❌',
      ]),
    ),
    counts: RIGHT,
    unresolved: 10,
  },
  plain(
    'outcomes in letters that look like others',
    WON.map(
      (won, at) =>
        `02.06.2025 ${clockOf(timeOf(at))} ${pairOf(at)} ${side(at, 'CALL', 'PUT')} ${won ? 'WIN' : at % 2 ? 'LО\u200bSS' : 'ＬＯＳＳ'}`,
    ).join('\n'),
  ),
  plain(
    'Viber',
    posts(signal, WIN_LOSS)
      .map(({ time, text }) => `[ ${dayOf(time)} ] [ ${clockOf(time)}:00 ] Stefan: ${text}`)
      .join('\n'),
  ),
  plain(
    'copied from Slack, a name and a time above each message',
    posts(
      (at) => `${side(at, 'NQ', 'ES')} ${side(at, 'long', 'short')} here, 10 pt stop 10 pt target`,
      ['✅ winner +10', '❌ loser -10'],
    )
      .map(({ time, text }) => `Dana Ruiz\n  ${clockOf(time)} AM\n${text}\n`)
      .join('\n'),
  ),
  {
    name: 'losses in pips with a tick',
    text: telegram(
      WON.flatMap((won, at) => [
        `XAUUSD BUY NOW\nTP 40 pips\nSL 30 pips`,
        won
          ? 'TP hit ✅'
          : at % 2
            ? 'Closed manually -12 pips, capital protected ✅'
            : 'Closed at -18 pips ✅',
      ]),
    ),
    counts: RIGHT,
    asks: 'unsure-endings',
  },
  plain(
    'a list with months in words',
    WON.map(
      (won, at) =>
        `${2 + (at % 26)} Dec ${clockOf(timeOf(at))} ${side(at, 'gold buy', 'eurusd sell')} ${won ? 'win' : 'loss'}`,
    ).join('\n'),
  ),
  plain(
    'letters that are no outcome',
    telegram(
      WON.flatMap((won, at) => [
        `${pairOf(at)} ${side(at, 'CALL', 'PUT')} ${['W1', 'w/ 5 min', "à l'ouverture", 'W/L 50'][at % 4] as string} ${at}`,
        won ? 'WIN ✅' : 'LOSS ❌',
      ]),
    ),
  ),
  plain(
    'talk with a side below each signal',
    telegram(
      WON.flatMap((won, at) => [
        `EURUSD CALL 5 min ${at}`,
        'Going long today my friends',
        won ? 'WIN ✅' : 'LOSS ❌',
      ]),
    ),
    0,
  ),
  plain(
    'outcomes on photos, as a phone exports them',
    WON.map((won, at) => {
      const head = (minutes: number): string =>
        `[${dayOf(timeOf(at)).split('/').toReversed().join('/')}, ${clockOf(timeOf(at, minutes))}:00] Seller:`;
      return `${head(0)} ${signal(at)}\n\u200e${head(6)} ${won ? 'WIN ✅' : 'LOSS ❌'} \u200eimagem ocultada`;
    }).join('\n'),
  ),
  plain(
    'posts copied from a channel, with what readers answered',
    WON.map(
      (won, at) =>
        `Channel\n${signal(at)}\n${won ? 'WIN ✅' : 'LOSS ❌'}\n${at % 4 === 0 ? 'Patience pays 👍\n👍33\n' : ''}1.2K edited ${clockOf(timeOf(at, 6))}`,
    ).join('\n'),
  ),
  plain(
    'words of readers that foretell losses between signals and outcomes',
    WON.map((won, at) => {
      const said = (minutes: number, who: string, text: string): string =>
        `[${dayOf(timeOf(at)).split('/').toReversed().join('/')}, ${clockOf(timeOf(at, minutes))}:00] ${who}: ${text}`;
      return [
        said(0, 'Seller', signal(at)),
        ...(won ? [] : [said(3, 'Member', 'does it look right to you')]),
        said(6, 'Seller', won ? 'WIN ✅' : 'LOSS ❌'),
      ].join('\n');
    }).join('\n'),
  ),
  plain(
    'WhatsApp on the web, with a clock of twelve hours before the date',
    posts(signal, WIN_LOSS)
      .map(({ time, text }) => {
        const hours = time.getUTCHours();
        const clock = `${hours % 12 || 12}${clockOf(time).slice(2)} ${hours < 12 ? 'a' : 'p'}. m.`;
        return `[${clock}, ${dayOf(time).split('/').reverse().join('/')}] Señales: ${text}`;
      })
      .join('\n'),
  ),
];
