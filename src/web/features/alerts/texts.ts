import { defineTexts } from '../../lib/catalogue.ts';

export const texts = defineTexts('alerts', {
  allOff: 'All alerts are off.',
  noBrowser: 'You have chosen alerts, but no browser is set up to receive them yet.',
  on: '{device, select, all {Alerts are on. Each comes to all your browsers.} one {Alerts are on. Each comes once, to the browser that you chose.} other {Alerts are on. Each comes once, to the browser that you used last.}}',
  snoozedUntil: 'Nothing is sent until {time}.',
  promise: 'An alert says what the card says. None tells you to trade.',
  noPush: 'This server sends no alerts',
  noPushMeans: 'Sounds and notices from an open page still work.',
  dayAndTime: '{day} {time}',
  saved: 'Saved',
  saving: 'Saving...',
  notSaved: 'Not saved. {reason}',
});

export const whatTexts = defineTexts('alerts/what', {
  title: 'What',
  signals: 'Market signals',
  signalsHint:
    'P-Special signals, at most one a minute. Sent up to 5 s after the start; later would be too late.',
  pairs: 'Pairs',
  any: 'Any',
  from: 'From {percent}',
  aboveBreakEven: 'Only above break-even',
  payout: 'Your payout, %',
  youNeed: 'You need {percent}.',
  wouldHaveBeen:
    '{count, plural, =0 {Last week that would have been no alert at all.} one {Last week that would have been # alert.} other {Last week that would have been # alerts.}}',
  beforeWhen: 'Quiet hours and the limit are not counted in.',
  notCounted: 'How many that would have been is not known now.',
  outcomes: 'Their outcomes',
  outcomesHint: 'For the signals you were alerted to.',
  feed: 'Prices stop or come back',
  marketOpen: 'The market opens',
  verdict: 'The verdict on the record changes',
  sessionEnd: 'My session ends soon',
  sessionEndHint: 'One hour before, even in quiet hours. Alerts stop when it ends.',
});

export const whenTexts = defineTexts('alerts/when', {
  title: 'When',
  quiet: 'Quiet hours',
  quietHint: 'By the clock of {zone}.',
  quietNever: 'Both times are the same: no hour is quiet.',
  most: 'At most per hour',
  snooze: 'Pause all alerts',
  hours: '{count, plural, one {# hour} other {# hours}}',
  end: 'End it now',
});

export const howTexts = defineTexts('alerts/how', {
  title: 'This browser',
  on: 'This browser receives alerts until you sign out.',
  off: 'Alerts do not come to this browser.',
  offHint: 'Your browser will ask whether it may show notifications.',
  switchOn: 'Send alerts here',
  switchingOn: 'Asking...',
  switchOff: 'Send none here',
  denied: 'Notifications are blocked',
  deniedHint:
    'You, or your browser, said no. Allow them in the settings of this site, beside its address, and come back.',
  needsInstall: 'Install the app first',
  needsInstallHint:
    'On an iPhone or iPad alerts come to the installed app only: Share, then Add to Home Screen. Open it there.',
  unsupported: 'This browser cannot receive alerts',
  unsupportedHint: 'It cannot receive push notifications. Another browser may.',
  refused: 'The browser could not be set up for alerts. {reason}',
  notReady: 'The app is not ready for it yet. Try again in a minute.',
  test: 'Send a test',
  testing: 'Sending...',
  tested:
    '{sent, plural, =0 {No browser received the test.} one {Sent to # browser.} other {Sent to # browsers.}}',
  goesTo: 'Alerts come to',
  lastUsed: 'The browser I used last',
  otherOne: 'Another browser',
  all: 'All my browsers',
  noAnswer:
    'The browser did not answer within 15 s. Answer its question about notifications if there is one, or try again.',
  page: 'While a page is open',
  bot: 'Notification when P-BOT is done',
  botHint: 'Only while all tabs are hidden.',
});

export const tokenTexts = defineTexts('alerts/tokens', {
  title: 'Your programs',
  means: 'A token lets a program of yours read market signals and the record, and nothing else.',
  name: 'Name of the program',
  make: 'Make a token',
  making: 'Making...',
  once: 'Copy it now: it is shown this once.',
  copy: 'Copy',
  copied: 'Copied',
  used: 'Last used {date}',
  neverUsed: 'Never used',
  end: 'End',
});

export const logTexts = defineTexts('alerts/log', {
  title: 'Log',
  lastWeek: 'Last 7 days',
  nothing: 'Nothing was sent or held back.',
  more: 'Show all {count}',
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
