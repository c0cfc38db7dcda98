import { createLazyPart, withTexts } from '../lib/lazy-part.ts';

/** Each page is fetched when it is first opened. */
export const authPage = createLazyPart(() => import('./auth-page.tsx').then((page) => page.AuthPage));

/** Comes in one file with what signs in (vite.config.ts): for those who are signed in, or about to be. */
export const homePage = createLazyPart(() => import('./home-page.tsx').then((page) => page.HomePage));

export const recordPage = withTexts(
  () => import('./record-page.tsx').then((page) => page.RecordPage),
  'record',
);
export const checkPage = withTexts(() => import('./check-page.tsx').then((page) => page.CheckPage), 'check');

/** Any other address: the alerts, the 404 page, and what only admins find. */
export const otherPage = createLazyPart(() => import('./other-page.tsx').then((page) => page.OtherPage));
