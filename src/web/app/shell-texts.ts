import { defineTexts } from '../lib/catalogue.ts';

/** For the frame of every page. */
export const shellTexts = defineTexts('app/shell', {
  needsScript: 'Signing in needs JavaScript. Please switch it on and reload.',
  signOut: 'Sign Out',
  menu: 'Menu',
  introduction: 'Show the introduction',
  signedOutHere: 'Signed out in this browser',
  serverNotReached: 'The server could not be reached, so you may still be signed in on other devices.',
  skip: 'Skip to content',
  home: '{brand} home',
  main: 'Main',
  checkTitle: 'Check a track record',
  language: 'Language',
  darkTheme: 'Switch to dark theme',
  lightTheme: 'Switch to light theme',
  offline: '<b>You are offline.</b> No answer from the server since {time} {zone}. Trying again.',
  notFound: 'Oops! Page not found',
  nothingHere: 'Nothing is published at this address.',
  returnHome: 'Return to Home',
  howTheyScore: 'How our market-driven signals score',
});
