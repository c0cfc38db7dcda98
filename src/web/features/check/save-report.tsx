import { type RefObject, useState } from 'react';
import { saveFile } from '../../lib/save-file.ts';
import { Button } from '../../ui/button.tsx';
import { reportFile } from './report-file.ts';

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

  async function handleSave(): Promise<void> {
    const rows = hasRows ? await onRows() : '';
    if (report.current !== null && rows !== undefined)
      saveFile(reportFile(report.current, rows), 'pipcast-check.html');
  }

  return (
    <>
      <label className="check__tick">
        <input type="checkbox" checked={hasRows} onChange={({ target }) => setHasRows(target.checked)} />
        with the rows
      </label>
      <Button look="line" onClick={() => void handleSave()}>
        Save this report
      </Button>
    </>
  );
}
