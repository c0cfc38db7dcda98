import { type RefObject, useState } from 'react';
import { saveFile } from '../../lib/save-file.ts';
import { Button } from '../../ui/button.tsx';
import { reportFile } from './report-file.ts';
import { texts } from './texts.ts';
import { Refused } from './refusal.tsx';

/** Saves the report as one file, with the rows where they are asked for. */
export function SaveReport({
  report,
  hasRows,
  onRows,
}: {
  readonly report: RefObject<HTMLElement | null>;
  readonly hasRows: boolean;
  /** Resolves to the markup of the rows; to undefined where they were not to be had. */
  readonly onRows: () => Promise<string | undefined>;
}) {
  const [hasFailed, setFailed] = useState(false);

  async function handleSave(): Promise<void> {
    const rows = hasRows ? await onRows() : '';
    setFailed(rows === undefined);
    if (report.current !== null && rows !== undefined)
      saveFile(reportFile(report.current, rows), 'pipcast-check.html');
  }

  return (
    <>
      <Button look="line" onClick={() => void handleSave()}>
        <ByWidth wide={texts.save} narrow={texts.saveShort} />
      </Button>
      <Refused why={hasFailed ? texts.saveFailed : undefined} />
    </>
  );
}

/** A label that is short where three buttons stand side by side on a phone. */
export function ByWidth({ wide, narrow }: { readonly wide: string; readonly narrow: string }) {
  return (
    <>
      <span className="check__long">{wide}</span>
      <span className="check__short">{narrow}</span>
    </>
  );
}
