import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { saveFile } from '../../ui/copy-or-save.ts';
import { showToast } from '../../ui/toasts.ts';
import { texts } from './texts.ts';

interface FileButtonsProps {
  readonly legend: string;
  /** The file's name without its extension. */
  readonly name: string;
  readonly load: (format: 'csv' | 'json') => Promise<Blob>;
}

/** Saves the same as CSV or as JSON. */
export function FileButtons({ legend, name, load }: FileButtonsProps) {
  return (
    <fieldset className="exports row">
      <legend>{legend}</legend>
      {(['csv', 'json'] as const).map((format) => (
        <SaveButton key={format} name={`${name}.${format}`} load={() => load(format)}>
          {format.toUpperCase()}
        </SaveButton>
      ))}
    </fieldset>
  );
}

interface SaveButtonProps {
  readonly name: string;
  readonly load: () => Promise<Blob>;
  readonly children: string;
}

/** Fetches a file, and hands it to the browser to save. */
export function SaveButton({ name, load, children }: SaveButtonProps) {
  const [isBusy, setBusy] = useState(false);

  async function save() {
    setBusy(true);
    try {
      saveFile(await load(), name);
    } catch (error) {
      showToast({ title: texts.noFile, text: (error as Error).message });
    }
    setBusy(false);
  }

  return (
    <Button look="line" size="small" busyLabel={isBusy ? children : undefined} onClick={() => void save()}>
      {children}
    </Button>
  );
}
