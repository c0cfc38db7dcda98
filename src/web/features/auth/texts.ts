import { defineTexts } from '../../lib/catalogue.ts';

export const texts = defineTexts('auth', {
  signingIn: 'Signing In...',
  form: 'Sign in',
  email: 'Email',
  password: 'Password',
  showPassword: 'Show password',
  keyIsPassword: 'Your key is your password.',
  lostKey: 'Lost your key?',
  callForKey: 'Call <tel>{phone}</tel> with your trader ID. You get a new key; the old one stops working.',

  failed: 'Sign In Failed',
  welcome: 'Welcome back!',
  signedIn: 'You have been signed in successfully',
  thisTabOnly: 'Signed in for this tab only',
  notStored: 'This browser does not store data for this site. Closing the tab signs you out.',

  terms: 'Terms & Conditions',
  noKey: 'No key yet? It takes four steps and up to 24 hours.',
  openAccount: 'Open an account at the partner broker',
  openBroker: 'Open the broker',
  deposit: 'Deposit at least $25',
  sendTraderId: 'Send your trader ID to the provider by phone',
  receiveKey: 'Receive your key within 24 hours',

  willSee: 'What you will see',
  sample: 'A sample, not a signal',
  eitherOfTwo: 'The same word can be either of two things:',
  sampleSimulated: '91%: drawn at random, means nothing',
  sampleMeasured:
    '50.9%: measured, scored {record, select, public {in public} other {in the record}}; 55.6% is needed to break even',

  headline: 'Signals that say what they are.',
  promise:
    'Every number is either measured and scored {record, select, public {in public} other {in the record}}, or says that it is a random draw.',
  promiseOfDraws: 'Every number of a signal says that it is a random draw. None is market analysis.',
  wasShown: 'Were you shown a win rate? <check>Check it.</check>',
});
