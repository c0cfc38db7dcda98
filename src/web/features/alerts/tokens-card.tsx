import { type FormEvent, useEffect, useState } from 'react';
import type { ApiTokens } from '../../../core/wire/auth.ts';
import { formatLocalDate } from '../../lib/formats.ts';
import { Button } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { TextField } from '../../ui/field.tsx';
import { BodyCard } from '../../ui/card.tsx';
import type { AlertsApi } from './alerts-api.ts';
import { texts as uiTexts } from '../../ui/texts.ts';
import { texts } from './texts.ts';

type Token = ApiTokens['tokens'][number];
const LONGEST_NAME = 40;

export function TokensCard({ api }: { readonly api: Pick<AlertsApi, 'tokens' | 'makeToken' | 'endToken'> }) {
  const [tokens, setTokens] = useState<readonly Token[]>([]);
  const [made, setMade] = useState<string>();
  const [name, setName] = useState('');
  const [isMaking, setMaking] = useState(false);
  const [problem, setProblem] = useState<string>();
  useEffect(() => {
    const abort = new AbortController();
    api.tokens(abort.signal).then(
      (answer) => setTokens(answer.tokens),
      (error: Error) => {
        if (!abort.signal.aborted) setProblem(error.message);
      },
    );
    return () => abort.abort();
  }, [api]);

  async function handleMake(event: FormEvent): Promise<void> {
    event.preventDefault();
    setMaking(true);
    setProblem(undefined);
    try {
      const answer = await api.makeToken(name);
      setMade(answer.token);
      setTokens(answer.tokens);
      setName('');
    } catch (error) {
      setProblem((error as Error).message);
    }
    setMaking(false);
  }

  async function end(id: string): Promise<void> {
    setProblem(undefined);
    setMade(undefined);
    try {
      setTokens((await api.endToken(id)).tokens);
    } catch (error) {
      setProblem((error as Error).message);
    }
  }

  return (
    <BodyCard label={texts.programs} bodyClassName="alerts__own">
      <p className="hint">{texts.tokenMeans}</p>
      {tokens.length === 0 ? null : (
        <ul className="rows alerts__tokens">
          {tokens.map((token) => (
            <TokenRow key={token.id} token={token} onEnd={() => void end(token.id)} />
          ))}
        </ul>
      )}
      {made === undefined ? null : (
        <output className="alerts__made">
          <b>{texts.once}</b>
          <code dir="ltr">{made}</code>
          <CopyButton text={made} size="small" />
        </output>
      )}
      <form onSubmit={(event) => void handleMake(event)} className="alerts__own">
        <TextField
          label={texts.programName}
          value={name}
          required
          maxLength={LONGEST_NAME}
          error={problem}
          onChange={({ target }) => setName(target.value)}
        />
        <Button type="submit" look="line" busyLabel={isMaking ? uiTexts.loading : undefined}>
          {texts.make}
        </Button>
      </form>
    </BodyCard>
  );
}

function TokenRow({ token: { name, usedMs }, onEnd }: { readonly token: Token; readonly onEnd: () => void }) {
  return (
    <li>
      <div>
        <b>{name}</b>
        <p className="hint">
          {usedMs === null ? texts.neverUsed : texts.used({ date: formatLocalDate(usedMs) })}
        </p>
      </div>
      <Button look="line" size="small" aria-label={`${texts.endToken}: ${name}`} onClick={onEnd}>
        {texts.endToken}
      </Button>
    </li>
  );
}
