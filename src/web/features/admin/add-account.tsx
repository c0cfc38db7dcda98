import { type FormEvent, useState } from 'react';
import { useLocation } from 'wouter';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { TextField } from '../../ui/field.tsx';
import type { ApiError } from '../../lib/api-client.ts';
import { useActions } from './act.ts';
import type { AdminApi } from './admin-api.ts';
import { NewKey } from './dialogs.tsx';
import { addressOf } from './place.ts';
import { accountTexts, adminTexts } from './texts.ts';

/** Which field a refusal is about; the rest is shown at the first one. */
const FIELD_OF: Readonly<Record<string, 'email' | 'traderId' | 'name'>> = {
  trader_id_taken: 'traderId',
  trader_id_invalid: 'traderId',
  name_invalid: 'name',
};

export function AddAccount({ api }: { readonly api: AdminApi }) {
  const { act, ask } = useActions();
  const [, goTo] = useLocation();
  const [isBusy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<{ readonly field: string; readonly words: string }>();
  const errorOf = (field: string) => (refusal?.field === field ? refusal.words : undefined);

  async function handleSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (isBusy) return;
    const form = event.currentTarget;
    const fields = new FormData(form);
    const text = (name: string) => String(fields.get(name)).trim();
    const account = { email: text('email'), traderId: text('traderId'), name: text('name') };
    setBusy(true);
    setRefusal(undefined);
    try {
      const made = await act(() => api.add(account));
      if (made === undefined) return;
      form.reset();
      const { account: added, key } = made;
      await ask<void>((answer) => <NewKey email={added.email} value={key} answer={answer} />);
      goTo(addressOf({ part: 'accounts', account: added.id }));
    } catch (error) {
      const { code, message } = error as ApiError;
      setRefusal({ field: FIELD_OF[code ?? ''] ?? 'email', words: message });
    } finally {
      setBusy(false);
    }
  }

  return (
    <Card label={accountTexts.add}>
      <form className="card__body admin__form wraps" onSubmit={(event) => void handleSubmit(event)}>
        <TextField
          label={accountTexts.email}
          name="email"
          type="email"
          autoComplete="off"
          required
          error={errorOf('email')}
        />
        {(['traderId', 'name'] as const).map((name) => (
          <TextField
            key={name}
            label={accountTexts[name]}
            name={name}
            autoComplete="off"
            hint={accountTexts.optional}
            error={errorOf(name)}
          />
        ))}
        <Button look="primary" type="submit" busyLabel={isBusy ? adminTexts.busy : undefined}>
          {accountTexts.addButton}
        </Button>
      </form>
    </Card>
  );
}
