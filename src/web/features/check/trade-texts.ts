import { defineTexts } from '../../lib/catalogue.ts';

/** What each trade was made of. */
export const tradeTexts = defineTexts('check/trades', {
  list: '{count, plural, one {How the trade was read} other {How each of the # trades was read}}',
  changed: '{count, plural, =0 {none changed} one {# changed} other {# changed}}',
  ofKind: '{count, plural, one {# trade: {why}} other {# trades: {why}}}',
  ofSignal: 'Signal in message {line}: {text}',
  switchKind: 'All of these are',
  switchTrade: '{row} is',
  asRead: 'as read',
  asReadOutcome: '{outcome, select, won {as read: won} lost {as read: lost} other {as read: tied}}',
  won: 'won',
  lost: 'lost',
  tied: 'tied',
  'no-trade': 'not a trade',

  /** What became of a chat's messages in a second export of it. */
  deleted:
    '{count, plural, =0 {None of {compared} messages of the first export is missing from the second.} one {# of {compared} messages of the first export is missing from the second; {lost} said a loss, {won} a win.} other {# of {compared} messages of the first export are missing from the second; {lost} said a loss, {won} a win.}}',
  edited:
    '{count, plural, =0 {None was edited.} one {# was edited; {lost} said a loss before, {won} says a win now.} other {# were edited; losses before: {lost}, wins now: {won}.}}',
  change: '{change, select, deleted {deleted} other {edited: {text}}}',
});
