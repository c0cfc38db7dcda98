import { texts as uiTexts } from '../ui/texts.ts';

/** While the session or a part of the page is on its way. The same words stand in index.html, before there is an app. */
export function Loading() {
  return <output className="loading">{uiTexts.loading}</output>;
}
