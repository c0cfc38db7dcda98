/** Tables as programs of several countries write them, each with its truth. */
import { type Layout, pairOf, RIGHT, stamp, WON } from './layout.ts';

type Cell = string | number;

const profit = 37 * 8 - 23 * 10;
const plain = (
  name: string,
  names: string,
  of: (won: boolean, at: number) => readonly Cell[],
  more: Partial<Layout> & { readonly delimiter?: string; readonly foot?: string } = {},
): Layout => {
  const { delimiter = ',', foot, ...rest } = more;
  const rows = WON.map((won, at) => of(won, at).join(delimiter));
  const text = [names.split(',').join(delimiter), ...rows, ...(foot === undefined ? [] : [foot])].join('\n');
  return { name, text, counts: RIGHT, profit, isPlain: true, ...rest };
};

export const REGIONAL_LAYOUTS: readonly Layout[] = [
  plain(
    'a payout in Bengali',
    'খোলার সময়,জোড়া,পরিমাণ,পেআউট,ফলাফল',
    (won, at) => [stamp(at), pairOf(at), 10, '82%', won ? 'জয়' : 'হার'],
    { payout: 0.82, profit: 37 * 8.2 - 230 },
  ),
  plain(
    'fees in Urdu',
    'وقت,جوڑا,رقم,نتیجہ,نفع نقصان,فیس',
    (won, at) => [stamp(at), pairOf(at), 10, won ? 'جیت' : 'ہار', won ? 8 : -10, 0.2],
    { profit: profit - 60 * 0.2 },
  ),
  plain(
    'what came back in Spanish, and no stake of that name',
    'Fecha y hora,Par,Importe recibido,Importe apostado',
    (won, at) => [stamp(at), pairOf(at), won ? 18 : 0, 10],
  ),
  plain(
    'a sum in Bengali, whose vowel signs have two forms',
    'সময়,জোড়া,মন্তব্য,ফলাফল',
    (won, at) => [stamp(at), pairOf(at), at, won ? 'জয়' : 'হার'],
    { foot: 'মোট,-,600,-', profit: 37 * 0.8 - 23 },
  ),
  plain(
    'trades that are open, by their word in Indonesian',
    'Waktu,Aset,Arah,Jumlah,Pembayaran,Hasil',
    (won, at) => [
      stamp(at),
      pairOf(at),
      at % 2 === 0 ? 'Naik' : 'Turun',
      10,
      '80%',
      at === 59 ? 'Terbuka' : won ? 'Menang' : 'Kalah',
    ],
    { counts: WON[59] === true ? '36-23-0' : '37-22-0', profit: WON[59] === true ? profit - 8 : profit + 10 },
  ),
  plain(
    'columns below each other, with fees',
    'Time,Pair,Side,Stake,Result,Profit,Commission',
    (won, at) => [
      stamp(at),
      pairOf(at),
      at % 2 === 0 ? 'CALL' : 'PUT',
      '10.00',
      won ? 'WIN' : 'LOSS',
      won ? '8.00' : '-10.00',
      '0.20',
    ],
    { delimiter: '   ', profit: profit - 60 * 0.2 },
  ),
  plain(
    'fees in money beside prices alone',
    'Opened,Pair,Side,Entry price,Exit price,Commission',
    (won, at) => [stamp(at), pairOf(at), 'Buy', 1.1, won ? 1.1003 : 1.0998, 0.2],
    { profit: ((37 * 0.0003 - 23 * 0.0002) / 1.1) * 100 },
  ),
];
