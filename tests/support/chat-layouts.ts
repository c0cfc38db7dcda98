/** Chats of signals and their ends, made by code in the forms of public exports, each with its truth. */
import { type Layout, pairOf, RIGHT, startOf, WON } from './layout.ts';

interface Post {
  readonly text: string;
  readonly replyTo?: number;
}

/** Telegram's `result.json` of posts a minute apart. */
export function telegram(posts: readonly (Post | string)[]): string {
  return JSON.stringify({
    name: 'Signals',
    type: 'public_channel',
    messages: posts.map((post, at) => {
      const { text, replyTo } = typeof post === 'string' ? { text: post, replyTo: undefined } : post;
      return {
        id: at + 1,
        type: 'message',
        date_unixtime: String(Date.UTC(2026, 2, 2, 9) / 1_000 + at * 60),
        text,
        ...(replyTo === undefined ? {} : { reply_to_message_id: replyTo }),
      };
    }),
  });
}

const signalOf = (at: number): string => `${pairOf(at)} ${at % 2 === 0 ? 'CALL' : 'PUT'} 1 MIN`;
type Words = readonly [won: string, lost: string];
const ended = (won: string, lost: string, signal: (at: number) => string = signalOf): string[] =>
  WON.flatMap((isWon, at) => [signal(at), isWon ? won : lost]);

const plain = (name: string, text: string): Layout => ({ name, text, counts: RIGHT, isPlain: true });
const hard = (name: string, text: string, counts = RIGHT): Layout => ({ name, text, counts });
const asks = (name: string, text: string, code: string, counts?: string): Layout => ({
  name,
  text,
  asks: code,
  ...(counts === undefined ? {} : { counts }),
});

const LANGUAGES: readonly (readonly [
  name: string,
  ...words: Words,
  call: string,
  put: string,
  unit: string,
])[] = [
  ['English', 'WIN ✅', 'LOSS ❌', 'CALL', 'PUT', '1 min'],
  ['Hindi', 'जीत ✅', 'हार ❌', 'कॉल 🟢', 'पुट 🔴', '1 मिनट'],
  ['Bengali', 'জয় ✅', 'হার ❌', 'কল', 'পুট', '1 মিনিট'],
  ['Urdu', 'جیت ✅', 'ہار ❌', 'کال', 'پٹ', '1 منٹ'],
  ['Indonesian', 'MENANG ✅', 'KALAH ❌', 'BELI', 'JUAL', '1 menit'],
  ['Portuguese', 'VITÓRIA ✅', 'DERROTA ❌', 'COMPRA', 'VENDA', '1 minuto'],
  ['Russian', 'Выигрыш ✅', 'Проигрыш ❌', 'ВВЕРХ', 'ВНИЗ', '1 мин'],
  ['Spanish', 'GANADA ✅', 'PERDIDA ❌', 'COMPRA', 'VENTA', '1 minuto'],
  ['Arabic', 'ربح ✅', 'خسارة ❌', 'شراء', 'بيع', '1 دقيقة'],
  ['Turkish', 'KAZANDI ✅', 'KAYBETTİ ❌', 'YUKARI', 'AŞAĞI', '1 dakika'],
  ['Vietnamese', 'THẮNG ✅', 'THUA ❌', 'MUA', 'BÁN', '1 phút'],
];

/** Forms of a win after one doubled stake: each is a lost trade and a won one. */
const ONE_GALE = [
  'WIN MTG-1 ✅',
  'WIN MTG 1',
  '1st MTG WIN ✅',
  'WIN 1ST MARTINGALE',
  'WIN G1 ✅',
  'WIN GALE 1 ✅',
  'WIN ✅¹',
  'WIN 1️⃣ ✅',
  'WIN first martingale ✅',
  'WIN 2nd attempt ✅',
  'WIN no primeiro gale ✅',
  'Выигрыш 1 догон ✅',
  'Выигрыш с одним догоном ✅',
  'WIN MG1 ✅',
  '✅ WIN (gale 1) ✅',
] as const;

/** Posts between the signals that end none of them. */
const CHATTER = [
  'Good morning traders, today we will win big 🔥',
  'Join VIP now, 95% win rate guaranteed',
  "Don't lose this chance, message @admin",
  'NO LOSS TODAY 🏆',
  'Next signal in 5 minutes ⚠️ if loss use 1 step MTG',
  'Never risk money you cannot afford to lose',
  '⚠️ Risk management: stop after 2 losses',
  'Congratulations to all winners 🎉',
  'Vote: 🟢 yes 🔴 no',
  'Session ended ✅',
  'How to register:\n✅ click the link\n✅ deposit $50\n✅ send your ID',
  'When we lose we use martingale',
  'Results: 8 wins, 2 losses',
  'Placar: 8x2',
] as const;

const chatterBefore = (post: string): string =>
  telegram(
    WON.flatMap((won, at) => [...(at % 6 === 0 ? [post] : []), signalOf(at), won ? 'WIN ✅' : 'LOSS ❌']),
  );
const chatterAfter = (post: string): string =>
  telegram(
    WON.flatMap((won, at) => [signalOf(at), ...(at % 6 === 0 ? [post] : []), won ? 'WIN ✅' : 'LOSS ❌']),
  );

const whatsApp = (line: (when: string, text: string) => string): string =>
  WON.flatMap((won, at) => {
    const when = new Date(startOf(at));
    const day = `${String(when.getUTCDate()).padStart(2, '0')}.03.26`;
    const clock = when.toISOString().slice(11, 16);
    return [line(`${day}, ${clock}`, signalOf(at)), line(`${day}, ${clock}`, won ? 'WIN ✅' : 'LOSS ❌')];
  }).join('\n');

export const html = (posts: readonly string[]): string =>
  `<!DOCTYPE html><html><body>${posts
    .map(
      (text, at) =>
        `<div class="message default clearfix" id="message${at + 1}"><div class="body"><div class="pull_right date details" title="02.03.2026 ${String(9 + Math.floor(at / 60)).padStart(2, '0')}:${String(at % 60).padStart(2, '0')}:00 UTC+01:00">x</div><div class="text">${text}</div></div></div>`,
    )
    .join('')}</body></html>`;

export const discord = (posts: readonly string[]): string =>
  JSON.stringify({
    guild: {},
    messages: posts.map((content, at) => ({
      id: `11111111111111${1_000 + at}`,
      type: 'Default',
      timestamp: new Date(Date.UTC(2026, 2, 2, 9, at)).toISOString(),
      content,
    })),
  });

export const CHAT_LAYOUTS: readonly Layout[] = [
  ...LANGUAGES.map(([name, won, lost, call, put, unit]) =>
    plain(
      `a chat in ${name}`,
      telegram(ended(won, lost, (at) => `${pairOf(at)} ${at % 2 === 0 ? call : put} ${unit}`)),
    ),
  ),
  ...LANGUAGES.slice(1).map(([name, won, lost, call, put, unit]) =>
    hard(
      `a chat in ${name} without marks`,
      telegram(
        ended(
          won.split(' ')[0] as string,
          lost.split(' ')[0] as string,
          (at) => `${pairOf(at)} ${at % 2 === 0 ? call : put} ${unit}`,
        ),
      ),
    ),
  ),
  ...ONE_GALE.map((won) => hard(`a win as ${won}`, telegram(ended(won, 'LOSS ❌')), '37-60-0')),
  ...CHATTER.map((post) => hard(`chatter before signals: ${post.slice(0, 30)}`, chatterBefore(post))),
  ...CHATTER.map((post) => hard(`chatter before ends: ${post.slice(0, 30)}`, chatterAfter(post))),
  plain(
    'WhatsApp',
    whatsApp((when, text) => `${when} - Signals: ${text}`),
  ),
  plain(
    'WhatsApp on a phone of Apple',
    whatsApp((when, text) => `[${when}:05] Signals: ${text}`),
  ),
  plain('Telegram as HTML', html(ended('WIN ✅', 'LOSS ❌'))),
  plain('Discord as JSON', discord(ended('WIN ✅', 'LOSS ❌'))),
  plain(
    'Discord as text',
    ended('WIN ✅', 'LOSS ❌')
      .map(
        (text, at) =>
          `[02/03/2026 ${String(9 + Math.floor(at / 60)).padStart(2, '0')}:${String(at % 60).padStart(2, '0')}] Seller#1234\n${text}\n`,
      )
      .join('\n'),
  ),
  plain(
    'Discord as CSV',
    [
      'AuthorID,Author,Date,Content,Attachments,Reactions',
      ...ended('WIN ✅', 'LOSS ❌').map(
        (text, at) =>
          `1,Seller,2026-03-02T${String(9 + Math.floor(at / 60)).padStart(2, '0')}:${String(at % 60).padStart(2, '0')}:00,"${text}",,`,
      ),
    ].join('\n'),
  ),
  plain('pasted lines', WON.map((won, at) => `${pairOf(at)} CALL ${won ? 'win' : 'loss'}`).join('\n')),
  plain(
    'replies',
    telegram(
      WON.flatMap((won, at) => [
        { text: signalOf(at) },
        { text: won ? 'WIN ✅' : 'LOSS ❌', replyTo: at * 2 + 1 },
      ]),
    ),
  ),
  plain('decoration on both sides', telegram(ended('✅ WIN ✅', '❌ LOSS ❌'))),
  plain(
    'ends in lines below the signal',
    telegram(WON.map((won, at) => `${signalOf(at)}\n${won ? 'Result: WIN ✅' : 'Result: LOSS ❌'}`)),
  ),
  hard(
    'targets one after the other',
    telegram(
      WON.flatMap((won, at) => [
        `XAUUSD BUY NOW 2010\n\nTP1: 2015\nTP2: 2020\nSL: 2003`,
        ...(won ? ['XAUUSD TP1 HIT ✅', ...(at % 2 === 0 ? ['XAUUSD TP2 HIT ✅✅'] : [])] : ['SL HIT ❌']),
      ]),
    ),
  ),
  hard(
    'advice beside a target',
    telegram(
      WON.flatMap((won) => [
        'XAUUSD BUY NOW 2010\nTP1: 2015\nSL: 2003',
        won ? 'TP1 HIT ✅, move SL to entry' : 'SL HIT ❌',
      ]),
    ),
  ),
  hard(
    'losses after up to two gales',
    telegram(ended('WIN ✅', 'LOSS ❌', (at) => `${signalOf(at)}\nUp to 2 gales`)),
    '37-69-0',
  ),
  hard(
    'losses after até 2 gales',
    telegram(ended('WIN ✅', 'LOSS ❌', (at) => `${signalOf(at)}\nAté 2 gales`)),
    '37-69-0',
  ),
  hard(
    'a bulleted signal',
    telegram(ended('WIN ✅', 'LOSS ❌', (at) => `✅ ${pairOf(at)}\n✅ CALL\n✅ 1 min`)),
  ),
  hard(
    'circles as directions',
    telegram(ended('WIN ✅', 'LOSS ❌', (at) => `${pairOf(at)} ${at % 2 === 0 ? '🟢' : '🔴'} 1 min`)),
  ),
  hard('a summary at the end', telegram([...ended('WIN ✅', 'LOSS ❌'), 'Total: 37 wins, 23 losses'])),
  hard(
    'a heading of wins',
    telegram(['🏆 WIN WIN WIN 🏆 VIP results every day', ...ended('WIN ✅', 'LOSS ❌')]),
  ),
  hard(
    'ends that are said twice',
    telegram(
      WON.flatMap((won, at) => [
        signalOf(at),
        won ? 'WIN ✅' : 'LOSS ❌',
        ...(at % 30 === 0 ? ['WIN ✅'] : []),
      ]),
    ),
  ),
  hard('a promotion behind an end', telegram(ended('WIN ✅, join VIP @admin', 'LOSS ❌'))),
  hard(
    'a question for the reader',
    telegram(WON.flatMap((won, at) => [signalOf(at), 'Did you win?', won ? 'WIN ✅' : 'LOSS ❌'])),
  ),
  asks(
    'a rule of one martingale',
    telegram(ended('WIN ✅', 'LOSS ❌', (at) => `${signalOf(at)}\nUSE 1ST MARTINGALE IF OTM`)),
    'announced-gales',
  ),
  asks('a gale without its number', telegram(ended('WIN GALE ✅', 'LOSS ❌')), 'gale-without-number'),
  asks('a step', telegram(ended('WIN step 2 ✅', 'LOSS ❌')), 'step-number'),
  asks('M1 beside a timeframe', telegram(ended('WIN M1 ✅', 'LOSS ❌')), 'timeframe-or-gale'),
  asks(
    'ends without signals',
    telegram(WON.map((won) => (won ? 'WIN ✅' : 'LOSS ❌'))),
    'endings-without-signal',
  ),
  asks(
    'marks on signals that have ends',
    telegram(ended('WIN ✅', 'LOSS ❌', (at) => `${signalOf(at)} ✅`)),
    'marked-signals',
  ),
  asks(
    'circles alone',
    telegram(ended('🟢', '🔴', (at) => `${pairOf(at)} ${at % 2 === 0 ? 'CALL 🟢' : 'PUT 🔴'}`)),
    'circles',
  ),
  plain(
    'a recap of every trade',
    telegram([
      ...ended('WIN ✅', 'LOSS ❌'),
      WON.map((won, at) => `${pairOf(at)} CALL ${won ? '✅' : '❌'}`).join('\n'),
    ]),
  ),
  asks(
    'a stop after a target',
    telegram(
      WON.flatMap((won) => [
        'XAUUSD BUY NOW 2010\nTP1: 2015\nSL: 2003',
        ...(won ? ['TP1 HIT ✅', 'SL HIT ❌'] : ['SL HIT ❌']),
      ]),
    ),
    'target-then-stop',
  ),
  asks(
    'an answer that takes the end back',
    telegram(
      WON.flatMap((won, at) => [
        { text: signalOf(at) },
        { text: 'WIN ✅', replyTo: at * 3 + 1 },
        { text: won ? 'WIN ✅' : 'LOSS ❌', replyTo: at * 3 + 1 },
      ]),
    ),
    'two-ends',
  ),
  ...(
    [
      ['🔴 = WIN, 🟢 = LOSS', '🔴', '🟢'],
      ['Red is profit, green is loss', '🔴', '🟢'],
      ['WIN = ❌ LOSS = ✅', '❌', '✅'],
      ['🔴 ganada 🟢 perdida', '🔴', '🟢'],
      ['🔴 — плюс, 🟢 — минус', '🔴', '🟢'],
      ['I cross off with ❌ what reached its target. ✅ is where the stop was hit.', '❌', '✅'],
      ['Legend: ❌ = target hit', '❌', '✅'],
      ['Hits get ❌, stops get ✅', '❌', '✅'],
      ['Winners: ❌ Losers: ✅', '❌', '✅'],
      ['Crossed off (❌) means the target was reached', '❌', '✅'],
    ] as const
  ).map(([legend, won, lost]) =>
    asks(
      `a legend against the usual: ${legend}`,
      telegram([legend, ...ended(won, lost)]),
      'opposite-marks',
      RIGHT,
    ),
  ),
  hard('a legend as usual', telegram(['🟢 = WIN, 🔴 = LOSS', ...ended('🟢', '🔴')])),
  plain(
    'an end with words that are not understood and its mark',
    telegram(ended('Kaboom shaka winner ✅', 'LOSS ❌')),
  ),
  asks(
    'an end with words that are not understood',
    telegram(ended('Kaboom shaka winner', 'LOSS ❌')),
    'unsure-endings',
  ),
];
