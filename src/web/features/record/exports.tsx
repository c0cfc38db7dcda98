import { useState } from 'react';
import type { RecordFilters } from '../../../core/wire/record.ts';
import { saveFile } from '../../lib/save-file.ts';
import { Button } from '../../ui/button.tsx';
import { showToast } from '../../ui/toasts.ts';
import type { RecordApi } from './record-api.ts';
import { texts } from './texts.ts';

/** All signals that the filters let through, as files. */
export function Exports({ api, filters }: { readonly api: RecordApi; readonly filters: RecordFilters }) {
  const [busy, setBusy] = useState<'csv' | 'json'>();

  async function save(format: 'csv' | 'json') {
    setBusy(format);
    try {
      const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
      saveFile(await api.file(format, filters, zone), `pipcast-record.${format}`);
    } catch (error) {
      showToast({ title: texts.noFile, text: (error as Error).message });
    }
    setBusy(undefined);
  }

  return (
    <fieldset className="exports">
      <legend>{texts.files}</legend>
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
