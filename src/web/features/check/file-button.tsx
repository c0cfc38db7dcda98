import { type ReactNode, useRef } from 'react';
import { Button } from '../../ui/button.tsx';
import { texts } from './texts.ts';

interface FileButtonProps {
  readonly look: 'primary' | 'line';
  /** The name of the file field, for assistive technology. */
  readonly label: string;
  readonly isBusy: boolean;
  readonly onFile: (file: File) => void;
  readonly children: ReactNode;
}

/** Opens the dialogue for a file of trades. */
export function FileButton({ look, label, isBusy, onFile, children }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        accept=".csv,.tsv,.txt,.xlsx,.htm,.html,.json,.ndjson,text/*"
        aria-label={label}
        onChange={({ target }) => {
          const file = target.files?.[0];
          target.value = '';
          if (file !== undefined) onFile(file);
        }}
      />
      <Button
        look={look}
        busyLabel={isBusy ? texts.reading : undefined}
        onClick={() => input.current?.click()}
      >
        {children}
      </Button>
    </>
  );
}
