import { type RefObject, useEffect, useRef, useState } from 'react';
import { currentLocale } from '../../lib/catalogue.ts';
import { Button } from '../../ui/button.tsx';
import { copyText, saveFile } from '../../ui/copy-or-save.ts';
import { Refused } from '../../ui/payout-field.tsx';
import { reportTexts } from '../../ui/report-texts.ts';
import { showToast } from '../../ui/toasts.ts';
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
  const menu = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    const { current } = menu;
    const leave = ({ relatedTarget }: FocusEvent): void => {
      if (current !== null && relatedTarget !== null && !current.contains(relatedTarget as Node))
        current.open = false;
    };
    current?.addEventListener('focusout', leave);
    return () => current?.removeEventListener('focusout', leave);
  }, []);

  async function handleSave(): Promise<void> {
    const rows = hasRows ? await onRows?.() : '';
    setFailed(rows === undefined);
    if (report.current !== null && rows !== undefined)
      saveFile(reportFile(report.current, rows), 'pipcast-check.html');
  }
  const handleCopy = () =>
    copyText(`${location.origin}${location.pathname}${fragment}`, {
      title: reportTexts.linkCopied,
      text: texts.linkHolds,
    });
  async function handlePicture(): Promise<void> {
    const drawn = await picture?.();
    if (drawn) saveFile(drawn, 'pipcast-verdict.png');
    else showToast({ title: reportTexts.savePicture, text: reportTexts.pictureFailed });
  }

  return (
    <details ref={menu} className="check__save">
      <summary className="btn btn--line">{texts.saveShort}</summary>
      <div className="card row">
        <Button look="line" onClick={() => void handleSave()}>
          {texts.save}
        </Button>
        {onRows === undefined ? null : (
          <label className="check__tick row">
            <input type="checkbox" checked={hasRows} onChange={({ target }) => setHasRows(target.checked)} />
            {texts.withRows}
          </label>
        )}
        {picture === undefined ? null : (
          <Button look="line" onClick={() => void handlePicture()}>
            {reportTexts.savePicture}
          </Button>
        )}
        {fragment === undefined ? null : (
          <Button look="line" onClick={() => void handleCopy()}>
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
  const chosen = [...report.querySelectorAll('select')].map(
    ({ selectedOptions }) => selectedOptions[0]?.text ?? '',
  );
  for (const [at, select] of [...copy.querySelectorAll('select')].entries())
    select.replaceWith(chosen[at] ?? '');
  // A file that is to be chosen goes with what says so.
  for (const control of copy.querySelectorAll(
    '.fold:has([type=file]), .check__look, .check__actions, .check__controls, .check__tick, button, input',
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
  const above = `<h2>${texts.reportTrades}</h2><div style="overflow:auto">`;
  const table = rows === '' ? [] : [above, rows, '</div>'];
  return new Blob([text, ...table, '</body></html>\n'], { type: 'text/html' });
}

/** The direction and the colours in which the report was seen. */
function lookOf({ dir, dataset }: HTMLElement): string {
  const theme = dataset['theme'];
  return `${dir === '' ? '' : ` dir="${dir}"`}${theme === undefined ? '' : ` data-theme="${theme}"`}`;
}
