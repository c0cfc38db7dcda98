import { useState } from 'react';
import type { RecordFilters } from '../../../core/wire/record.ts';
import { saveFile } from '../../lib/save-file.ts';
import { Button } from '../../ui/button.tsx';
import { showToast } from '../../ui/toasts.ts';
import type { RecordApi } from './record-api.ts';
import { texts } from './texts.ts';

const ownZone = () => new Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Saves all signals that pass the filters as files. */
export function Exports({ api, filters }: { readonly api: RecordApi; readonly filters: RecordFilters }) {
  return (
    <FileButtons
      legend={texts.files}
      name="pipcast-record"
      load={(format) => api.file(format, filters, ownZone())}
    />
  );
}

interface FileButtonsProps {
  readonly legend: string;
  /** The file's name without its extension. */
  readonly name: string;
  readonly load: (format: 'csv' | 'json') => Promise<Blob>;
}

/** Saves the same as CSV or as JSON. */
export function FileButtons({ legend, name, load }: FileButtonsProps) {
  const [busy, setBusy] = useState<'csv' | 'json'>();

  async function save(format: 'csv' | 'json') {
    setBusy(format);
    try {
      saveFile(await load(format), `${name}.${format}`);
    } catch (error) {
      showToast({ title: texts.noFile, text: (error as Error).message });
    }
    setBusy(undefined);
  }

  return (
    <fieldset className="exports">
      <legend>{legend}</legend>
      {(['csv', 'json'] as const).map((format) => (
        <Button
          key={format}
          look="line"
          size="small"
          busyLabel={busy === format ? format.toUpperCase() : undefined}
          onClick={() => void save(format)}
        >
          {format.toUpperCase()}
        </Button>
      ))}
    </fieldset>
  );
}
