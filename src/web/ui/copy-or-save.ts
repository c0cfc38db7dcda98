import { reportTexts } from './report-texts.ts';
import { showToast } from './toasts.ts';

/** Copies a text, and shows it; also where the browser does not allow that. Never rejects. */
export async function copyText(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    showToast({ title: reportTexts.copied, text });
  } catch {
    showToast({ title: reportTexts.notCopied, text });
  }
}

/** Hands a file to the browser to save under a name. */
export function saveFile(content: Blob, name: string): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The browser has begun to read it by then.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

/** The same for a picture; says so where the browser could not draw it. */
export async function savePicture(drawn: Promise<Blob | null>, name: string): Promise<void> {
  const picture = await drawn;
  if (picture !== null) saveFile(picture, name);
  else showToast({ title: reportTexts.savePicture, text: reportTexts.pictureFailed });
}
