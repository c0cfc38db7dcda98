/** Takes the drawn form over: one that was sent before the app could take it (src/web/app/boot.ts notes that) is sent now. */
export function takeEarlyForm(form: HTMLFormElement): void {
  const { dataset } = document.documentElement;
  const wasSent = dataset['form'] === 'sent';
  delete dataset['form'];
  if (wasSent) form.requestSubmit();
}
