import { type RefObject, useState } from 'react';
import { saveFile } from '../../lib/save-file.ts';
import { Button } from '../../ui/button.tsx';
import { reportTexts } from '../../ui/report-texts.ts';
import { showToast } from '../../ui/toasts.ts';
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

/** A verdict to be sent: as a picture, and as a link where its numbers alone lead to it. */
export function SendVerdict({
  fragment,
  picture,
}: {
  readonly fragment: string | undefined;
  readonly picture: () => Promise<Blob | null>;
}) {
  async function handleCopy(): Promise<void> {
    const link = `${location.origin}${location.pathname}${fragment}`;
    try {
      await navigator.clipboard.writeText(link);
      showToast({ title: reportTexts.linkCopied, text: texts.linkHolds });
    } catch {
      showToast({ title: texts.linkNotCopied, text: link });
    }
  }
  async function handlePicture(): Promise<void> {
    const drawn = await picture();
    if (drawn === null) showToast({ title: reportTexts.savePicture, text: reportTexts.pictureFailed });
    else saveFile(drawn, 'pipcast-verdict.png');
  }
  return (
    <p className="check__actions">
      {fragment === undefined ? null : (
        <Button look="line" size="small" onClick={() => void handleCopy()}>
          {texts.copyLink}
        </Button>
      )}
      <Button look="line" size="small" onClick={() => void handlePicture()}>
        {reportTexts.savePicture}
      </Button>
    </p>
  );
}
