import { currentLocale } from '../../lib/catalogue.ts';
import { texts } from './texts.ts';

/**
 * A report as one HTML file that asks for nothing: what the page shows, without what can be pressed, in the page's own styles.
 * `rows` is the markup of a table, or empty.
 */
export function reportFile(report: HTMLElement, rows: string): Blob {
  const copy = report.cloneNode(true) as HTMLElement;
  const chosen = [...report.querySelectorAll('select')].map(
    ({ selectedOptions }) => selectedOptions[0]?.text ?? '',
  );
  for (const [at, select] of [...copy.querySelectorAll('select')].entries())
    select.replaceWith(chosen[at] ?? '');
  for (const control of copy.querySelectorAll(
    '.check__look, .check__actions, .check__controls, .check__tick, button, input',
  ))
    control.remove();
  for (const part of copy.querySelectorAll('[tabindex]')) part.removeAttribute('tabindex');
  for (const fold of copy.querySelectorAll('details')) fold.open = true;
  const styles = [...document.styleSheets]
    .flatMap((sheet) => [...sheet.cssRules])
    // A typeface would have to be fetched; the file goes without.
    .filter((rule) => !(rule instanceof CSSFontFaceRule))
    .map(({ cssText }) => cssText)
    .join('\n');
  const text = `<!doctype html>
<html lang="${currentLocale()}"${lookOf(document.documentElement)}><head><meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark">
<title>${texts.reportTitle}</title>
<style>${styles}
body{padding:24px;max-width:1280px;margin:auto}.check .table-frame,.check__missed{max-block-size:none}</style></head><body>
${copy.outerHTML}
`;
  const heading = rows === '' ? '' : `<h2>${texts.reportTrades}</h2>`;
  return new Blob([text, heading, rows, '</body></html>\n'], { type: 'text/html' });
}

/** The direction and the colours in which the report was seen. */
function lookOf({ dir, dataset }: HTMLElement): string {
  const theme = dataset['theme'];
  return `${dir === '' ? '' : ` dir="${dir}"`}${theme === undefined ? '' : ` data-theme="${theme}"`}`;
}
