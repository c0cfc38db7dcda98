import { defineTexts } from '../../lib/catalogue.ts';

export const texts = defineTexts('alerts', {
  allOff: 'All alerts are off.',
  noBrowser: 'You have chosen alerts, but no browser is set up to receive them yet.',
  on: '{device, select, all {Alerts are on. Every alert goes to all your browsers.} one {Alerts are on. Every alert goes once, to the browser that you chose.} other {Alerts are on. Every alert goes once, to the browser that you used last.}}',
  snoozedUntil: 'Paused: nothing is sent until {time}.',
  promise: 'An alert says what the signal’s card says. It never tells you to trade.',
  noPush: 'This server sends no alerts',
  noPushMeans: 'Sounds and notifications from an open page still work.',
  notSaved: 'Not saved. {reason}',

  what: 'What',
  signals: 'Market signals',
  signalsHint:
    'P-Special signals, at most one a minute. Each is sent within 5 s of its start, or not at all.',
  pairs: 'Pairs',
  any: 'Any',
  from: 'From {percent}',
  aboveBreakEven: 'Only above break-even',
  youNeed: 'You need {percent}.',
  wouldHaveBeen:
    '{count, plural, =0 {Last week you would have received no alert.} one {Last week you would have received # alert.} other {Last week you would have received # alerts.}}',
  beforeWhen: 'Quiet hours and the hourly limit are not taken into account.',
  outcomes: 'Their outcomes',
  outcomesHint: 'Of the signals that you received an alert for.',
  feed: 'Prices stop or come back',
  marketOpen: 'The market opens',
  verdict: 'The verdict on the record changes',
  sessionEnd: 'My session ends soon',
  sessionEndHint: 'One hour before it ends, even in quiet hours. Alerts stop when it ends.',

  when: 'When',
  quiet: 'Quiet hours',
  quietHours:
    '{are, select, some {In the time zone {zone}.} other {Both times are the same, so no hour is quiet.}}',
  most: 'Most alerts per hour',
  snooze: 'Pause all alerts',
  endPause: 'End the pause now',

  thisBrowser: 'This browser',
  state:
    '{state, select, on {This browser receives alerts until you sign out.} off {This browser receives no alerts.} denied {Notifications are blocked} install {Install the app first} other {This browser cannot receive alerts}}',
  stateHint:
    '{state, select, off {Your browser will ask whether it may show notifications.} denied {You or your browser refused them. Allow them in the settings of this site, next to its address, then come back.} install {On an iPhone or iPad only the installed app receives alerts: tap Share, then Add to Home Screen, and open the app from there.} other {It does not support push notifications. Another browser may.}}',
  switchOn: 'Send alerts here',
  switchingOn: 'Asking...',
  switchOff: 'Stop sending here',
  refused: 'The browser could not be set up for alerts. {reason}',
  notReady: 'The app is not ready for alerts yet. Try again in a minute.',
  test: 'Send a test',
  tested:
    '{sent, plural, =0 {No browser received the test.} one {Sent to # browser.} other {Sent to # browsers.}}',
  goesTo: 'Alerts go to',
  lastUsed: 'The browser I used last',
  otherOne: 'Another browser',
  all: 'All my browsers',
  noAnswer:
    'The browser did not answer within 15 s. Answer its question about notifications if there is one, or try again.',
  page: 'While a page is open',
  bot: 'Notification when P-BOT has finished',

  programs: 'Your programs',
  tokenMeans: 'A token lets one of your programs read market signals and the record, and nothing else.',
  programName: 'Name of the program',
  make: 'Make a token',
  once: 'Copy it now. It is shown only once.',
  used: 'Last used {date}',
  neverUsed: 'Never used',
  endToken: 'End',

  log: 'Log',
  nothing: 'Nothing was sent or held back.',
  heldBack: 'Held back: {reason}',
});

export const resultTexts = defineTexts('alerts/results', {
  sent: 'Sent',
  failed: 'Not delivered',
  unknown: 'Not known whether it was sent',
  late: 'too late',
  snoozed: 'paused',
  'quiet-hours': 'quiet hours',
  'hourly-limit': 'hourly limit',
  'service-busy': 'the browser’s service asked to wait',
  'no-device': 'no browser is set up',
});

export const switchTexts = defineTexts('alerts/switches', {
  inThisBrowser: 'In this browser, also while the tab is hidden',
  sound: 'Sound for a new signal',
  vibration: 'Vibration for a new signal',
  title: 'Countdown in the tab’s title',
});
