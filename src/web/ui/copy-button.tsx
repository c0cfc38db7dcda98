import { type ComponentProps, useState } from 'react';
import { Button } from './button.tsx';
import { reportTexts } from './report-texts.ts';

interface CopyButtonProps extends Pick<ComponentProps<typeof Button>, 'size'> {
  /** What is copied. */
  readonly text: string;
  readonly children?: string;
}

/** Copies a text that stands beside it, where the browser can. */
export function CopyButton({ text, children = reportTexts.copy, ...rest }: CopyButtonProps) {
  const [isCopied, setCopied] = useState(false);
  if (!('clipboard' in navigator)) return null;
  const handleCopy = () =>
    navigator.clipboard.writeText(text).then(
      () => setCopied(true),
      () => {},
    );
  return (
    <Button look="line" {...rest} onClick={() => void handleCopy()}>
      {isCopied ? reportTexts.copied : children}
    </Button>
  );
}
