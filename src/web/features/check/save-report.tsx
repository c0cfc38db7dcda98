import { type FocusEvent, type RefObject, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { copyText, saveFile, savePicture } from '../../ui/copy-or-save.ts';
import { Refused } from '../../ui/payout-field.tsx';
import { reportTexts } from '../../ui/report-texts.ts';
import { texts } from './texts.ts';

interface SaveMenuProps {
  readonly report: RefObject<HTMLElement | null>;
  /** Resolves to the markup of the rows, to undefined where they were not to be had; undefined where the record has none. */
  readonly onRows: (() => Promise<string | undefined>) | undefined;
  /** What leads to the same verdict; undefined where its numbers alone do not. */
  readonly fragment: string | undefined;
  /** Undefined where there is no verdict to draw. */
  readonly picture: (() => Promise<Blob | null>) | undefined;
}

/** What can be taken away from a verdict: one file with the report, a picture, a link that holds its numbers. */
export function SaveMenu({ report, onRows, fragment, picture }: SaveMenuProps) {
  const [hasRows, setHasRows] = useState(false);
  const [hasFailed, setFailed] = useState(false);

  /** It lies over what follows: it closes when the focus goes there. */
  function handleBlur({ currentTarget, relatedTarget }: FocusEvent<HTMLDetailsElement>): void {
    if (relatedTarget !== null && !currentTarget.contains(relatedTarget)) currentTarget.open = false;
  }
  async function handleSave(): Promise<void> {
    const rows = hasRows ? await onRows?.() : '';
    setFailed(rows === undefined);
    if (report.current !== null && rows !== undefined)
      saveFile(reportFile(report.current, rows), 'pipcast-check.html');
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- it only closes
    <details className="check__save" onBlur={handleBlur}>
      <summary className="btn btn--line">{texts.saveShort}</summary>
      <div className="card row">
        <Button look="line" onClick={() => void handleSave()}>
          {texts.save}
        </Button>
        {onRows === undefined ? null : (
          <label className="tick">
            <input type="checkbox" checked={hasRows} onChange={({ target }) => setHasRows(target.checked)} />
            {texts.withRows}
          </label>
        )}
        {picture === undefined ? null : (
          <Button look="line" onClick={() => void savePicture(picture(), 'pipcast-verdict.png')}>
            {reportTexts.savePicture}
          </Button>
        )}
        {fragment === undefined ? null : (
          <Button
            look="line"
            onClick={() => void copyText(`${location.origin}${location.pathname}${fragment}`)}
          >
            {reportTexts.copyLink}
          </Button>
        )}
        <Refused why={hasFailed ? texts.saveFailed : undefined} />
      </div>
    </details>
  );
}

/**
 * A report as one HTML file that asks for nothing: what the page shows, without what can be pressed, in the page's own styles.
 * `rows` is the markup of a table, or empty.
 */
function reportFile(report: HTMLElement, rows: string): Blob {
  const copy = report.cloneNode(true) as HTMLElement;
  // A file that is to be chosen goes with what says so.
  for (const control of copy.querySelectorAll(
    '.fold:has([type=file]):not(:has(output)), .check__look, .check__actions, .check__controls, .tick, button, input',
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
  const root = (document.documentElement.cloneNode() as HTMLElement).outerHTML.replace('</html>', '');
  const text = `<!doctype html>
${root}<head><meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark">
<title>${texts.title}</title>
<style>${styles}
body{padding:24px;max-width:1280px;margin:auto}.check .table-frame,.check__missed{max-block-size:none}</style></head><body>
${copy.outerHTML}
`;
  const above = `<h2>${texts.reportTrades}</h2><div style="overflow:auto">`;
  const table = rows === '' ? [] : [above, rows, '</div>'];
  return new Blob([text, ...table, '</body></html>\n'], { type: 'text/html' });
}
