import { defineTexts } from '../catalogue.ts';

export const feedTexts = defineTexts('lib/feeds', {
  connecting: 'Connecting to {source}.',
  unreachable: '{source} is not reachable.',
  live: '{source} is live.',
  stale: '{source} sends no fresh prices.',
  closed: 'The market of {source} is closed.',
  failed: '{source} refuses this server.',
  simulatedWorks: 'Simulated signals still work.',

  lost: 'The connection to the server was lost.',
  offline: 'This device is offline.',
  hidden: 'Paused while the tab is hidden.',
  disagree: 'Two price sources differ too much on {pair}: no decision is made for it.',
});

export const noMarketTexts = defineTexts('lib/no-market', {
  'no-feed': 'No price feed is live.',
  'switched-off': 'This server has simulated signals only: the operator has switched the market source off.',
  starting: 'The market signals are starting.',
  stopping: 'The server is stopping. Try again in a moment.',
  'start-failed': 'Market signals could not be started. The log of the server says why.',
  'no-desk': 'Market signals are moving to another server. They are back within seconds.',
  'ledger-damaged':
    'The ledger of market signals is damaged. Nothing is added to it until the operator has looked.',
  'database-lost': 'The database does not answer, so nothing can be recorded.',
  'replay-over': 'The replay is over.',
  'prices-failed': 'The prices ended with an error. The log of the server says why.',
  weekend: 'The foreign exchange market is closed for the weekend.',
});

export const sourceTexts = defineTexts('lib/sources', {
  kraken: 'Kraken',
  deriv: 'Deriv',
  oanda: 'OANDA',
  replay: 'Replay',
  synthetic: 'Synthetic',
});
