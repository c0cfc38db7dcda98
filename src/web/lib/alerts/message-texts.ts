import { defineTexts } from '../catalogue.ts';

/** The texts of notifications and of their log. The service worker carries them in every language (scripts/vite/service-worker.ts). */
export const messageTexts = defineTexts('alerts/messages', {
  signal: '{pair} {direction}, {timeframe}',
  measured: '{confidence} measured, you need {needed}',
  measuredStarted: '{confidence} measured, you need {needed}. Started {seconds} s ago.',
  outcome:
    '{pair} {direction}, {timeframe}: {outcome, select, won {won} lost {lost} unchanged {unchanged, stakes are refunded} other {void, it has no outcome}}',
  feedLost: 'Prices have stopped',
  feedLostMeans: 'There are no signals until prices are back.',
  feedBack: 'Prices are back',
  marketOpen: 'The market is open',
  verdict: 'The verdict on the record has changed',
  verdictIs:
    'At a payout of {payout}: {verdict, select, few {too few signals to judge} above {above break-even, so far} below {below break-even} other {no edge is shown}}.',
  sessionEnd: 'Your session ends at {time}',
  sessionEndMeans: 'Alerts to this device end with it.',
  sessionEndIdle: 'Alerts to this device end with it. Open the app before then to keep both.',
  test: 'This is a test',
  testMeans: 'Alerts reach this device.',
  late: 'An alert came too late',
  lateMeans: 'It is out of date, so its text is not shown.',
  unknown: 'There is a new alert',
  unknownMeans: 'This version of the app cannot show it. Open the app to update it.',
  abstained: 'P-BOT: no signal for {pair}, {timeframe}',
  drawn: '{confidence}, simulated. Drawn at random. Not market analysis.',
  onLabel: '[{label}] {text}',
});
