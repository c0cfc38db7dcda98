import { defineTexts } from '../../lib/catalogue.ts';

export const texts = defineTexts('record/story', {
  loading: 'Loading the signal',
  missing: 'There is no such settled signal',
  missingHint: 'It may not be settled yet, or be in another ledger.',
  signal: 'Signal',
  madeFrom: '{mode}, {source}',
  when: '{timeframe}, {start} to {expiry} UTC+5',

  picture:
    '{pair} from {from} to {to}. {wins}; the entry is {entry}. It ended at {exit}, {pips}: {outcome}. The coin said {coin}.',
  moved:
    '{side, select, for {{pips} pip in its favour} against {{pips} pip against it} other {the price did not move}}',
  voidPicture: '{pair} from {from} to {to}. Void: {reason}.',
  noPath: 'The prices in between are not kept any more.',
  before: 'Before',
  coinSide: 'Coin: {direction}',

  timeline: 'What happened when',
  clock: 'UTC+5, milliseconds',
  decided: 'Decided',
  decidedHint: 'from the prices up to then',
  recorded: 'Recorded',
  recordedHint: 'Entry {index} of the ledger, {ms, number} ms later, before it was shown',
  entered: 'Entered',
  priceHint: '{price}, a price {age} old',
  noPrice: 'no price counts',
  settledHint: 'once a later price had come: {outcome}',
  voidHint: 'Void: {reason}',

  engineSaid: 'Engine said',
  coinDrew: 'Coin drew',
  late: 'Entered 5 s later',
  needed: 'Needed at your payout of <payout></payout>%',
  paidBack: '$1 would have paid back',
  engine: 'Engine version',

  why: 'Why',
  nothing: 'One signal proves nothing',
  nothingText:
    'A coin wins every second time too. The <record>record of all signals</record> is what counts.',

  proof: 'Proof',
  proofHint:
    '{count, plural, one {one ledger entry, its hash, the signed checkpoint} other {# ledger entries, their hashes, the signed checkpoint}}',
  proofText:
    'The ledger only grows. Each entry below is a leaf of a hash tree as in RFC 6962; with the hashes of its path it leads to the root in the signed checkpoint. The file to keep is checked by <code>npx pipcast verify</code>, years later and without this site.',
  ledger: 'Ledger {ledger}, {count, plural, one {# entry} other {# entries}}',
  entry: 'Entry {index}: {kind}, recorded {time}',
  leafHash: 'Leaf hash',
  path: 'Path to the root',
  isRoot: 'The leaf is the root.',
  checkpoint: 'Signed checkpoint',
  save: 'Save the proof',
});

export const sourceTexts = defineTexts('record/sources', {
  kraken: 'prices of Kraken',
  deriv: 'prices of Deriv',
  oanda: 'prices of OANDA',
  replay: 'a replay of imported prices',
  synthetic: 'synthetic prices',
});
