import { reportTexts } from './report-texts.ts';
import { showToast, type ToastText } from './toasts.ts';

/** Copies a text, and shows `done`; where the browser does not allow it, the text itself. Never rejects. */
export async function copyText(text: string, done: ToastText): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    showToast(done);
  } catch {
    showToast({ title: reportTexts.notCopied, text });
  }
}
