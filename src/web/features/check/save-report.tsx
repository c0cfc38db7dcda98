import { type RefObject, useState } from 'react';
import { saveFile } from '../../lib/save-file.ts';
import { Button } from '../../ui/button.tsx';
import { reportFile } from './report-file.ts';
import { texts } from './texts.ts';
import { Refused } from './refusal.tsx';

/** Saves the report as one file, with the rows where they are asked for. */
export function SaveReport({
  report,
  onRows,
}: {
  readonly report: RefObject<HTMLElement | null>;
  /** Resolves to the markup of the rows; to undefined where they were not to be had. */
  readonly onRows: () => Promise<string | undefined>;
}) {
  const [hasRows, setHasRows] = useState(false);
  const [hasFailed, setFailed] = useState(false);

  async function handleSave(): Promise<void> {
    const rows = hasRows ? await onRows() : '';
    setFailed(rows === undefined);
    if (report.current !== null && rows !== undefined)
      saveFile(reportFile(report.current, rows), 'pipcast-check.html');
  }

  return (
    <>
      <label className="check__tick">
        <input type="checkbox" checked={hasRows} onChange={({ target }) => setHasRows(target.checked)} />
        {texts.withRows}
      </label>
      <Button look="line" onClick={() => void handleSave()}>
        {texts.save}
      </Button>
      <Refused why={hasFailed ? texts.saveFailed : undefined} />
    </>
  );
}
