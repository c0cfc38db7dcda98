import { type DragEvent, type FormEvent, useId, useState } from 'react';
import { formatCount } from '../../lib/figures.ts';
import { usePayoutInput } from '../../lib/payout.ts';
import { Button } from '../../ui/button.tsx';
import { Fact } from '../../ui/card.tsx';
import { TextField } from '../../ui/field.tsx';
import { Refused } from '../../ui/payout-field.tsx';
import type { CheckSource } from './check-worker.ts';
import { FileButton } from '../../ui/file-button.tsx';
import { reportTexts } from '../../ui/report-texts.ts';
import { texts as uiTexts } from '../../ui/texts.ts';
import { texts } from './texts.ts';
import { MOST_COUNTED } from './verdict-link.ts';
import { wholeOf } from '../../lib/typed-digits.ts';
import './check-form.css';

export const TRADE_FILES = '.csv,.tsv,.txt,.xlsx,.htm,.html,.json,.ndjson,text/*';

interface CheckFormProps {
  readonly isBusy: boolean;
  /** One sentence on why what was given last could not be read. */
  readonly refusal: string | undefined;
  readonly onSource: (source: CheckSource) => void;
  /** Ends the reading of what was given. */
  readonly onCancel: () => void;
  /** Loads this server's own record and checks it; undefined where the reader may not see it. */
  readonly onOurs: (() => void) | undefined;
}

/** Three ways to give a track record: a file, three numbers, a text. */
export function CheckForm({ isBusy, refusal, onSource, onCancel, onOurs }: CheckFormProps) {
  return (
    <div className="check">
      <div>
        <h1>{texts.title}</h1>
        <p className="lead">{texts.lead}</p>
      </div>
      <Refused why={refusal} />
      <div className="grid check__ways">
        <FileWay isBusy={isBusy} onSource={onSource} onCancel={onCancel} />
        <div className="check">
          <CountsWay isBusy={isBusy} onSource={onSource} />
          <TextWay isBusy={isBusy} onSource={onSource} />
        </div>
      </div>
      <dl className="card check__promises">
        <Fact name={texts.wasItLuck}>{texts.luckPromise}</Fact>
        <Fact name={texts.wasItEnough}>{texts.enoughPromise}</Fact>
        <Fact name={texts.whatIsHidden}>{texts.hiddenPromise}</Fact>
      </dl>
      {onOurs === undefined ? null : (
        <p className="wraps">
          <Button look="line" disabled={isBusy} onClick={onOurs}>
            {texts.ours}
          </Button>
        </p>
      )}
      <p className="hint">{texts.private}</p>
    </div>
  );
}

type WayProps = Pick<CheckFormProps, 'isBusy' | 'onSource'>;

function FileWay({ isBusy, onSource, onCancel }: WayProps & Pick<CheckFormProps, 'onCancel'>) {
  const [isOver, setOver] = useState(false);

  function handleDrop(event: DragEvent): void {
    event.preventDefault();
    setOver(false);
    const [file] = event.dataTransfer.files;
    if (!isBusy && file !== undefined) onSource({ kind: 'file', file });
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- a file can be dropped on it; the button is for the keyboard
    <section
      className="check__drop"
      aria-label={texts.drop}
      data-over={isOver || undefined}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={handleDrop}
    >
      <h2>{texts.drop}</h2>
      <p>{texts.kinds}</p>
      <FileButton
        look="primary"
        accept={TRADE_FILES}
        busyLabel={isBusy ? uiTexts.loading : undefined}
        onFile={(file) => onSource({ kind: 'file', file })}
      >
        {texts.choose}
      </FileButton>
      {isBusy ? (
        <Button look="line" onClick={onCancel}>
          {reportTexts.cancel}
        </Button>
      ) : null}
    </section>
  );
}

const WHOLE_NUMBERS = [
  { name: 'won', example: '37' },
  { name: 'of', example: '60' },
] as const;

function CountsWay({ isBusy, onSource }: WayProps) {
  const payout = usePayoutInput();
  const [problem, setProblem] = useState<{
    readonly field: 'won' | 'of';
    readonly least: number;
    readonly most: number;
  }>();

  function handleSubmit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    const fields = new FormData(event.currentTarget);
    const [won, of] = ['won', 'of'].map((name) => wholeOf(String(fields.get(name) ?? '')));
    if (of === undefined || of === 0 || of > MOST_COUNTED)
      setProblem({ field: 'of', least: 1, most: MOST_COUNTED });
    else if (won === undefined || won > of) setProblem({ field: 'won', least: 0, most: of });
    else {
      setProblem(undefined);
      if (payout.problem === undefined) onSource({ kind: 'counts', won, of });
    }
  }

  return (
    <section className="card" aria-label={texts.counts}>
      <form className="check__form" noValidate onSubmit={handleSubmit}>
        <h2>{texts.counts}</h2>
        <div className="check__numbers">
          {WHOLE_NUMBERS.map(({ name, example }) => (
            <TextField
              key={name}
              label={texts[name]}
              name={name}
              inputMode="numeric"
              autoComplete="off"
              placeholder={example}
              aria-invalid={problem?.field === name || undefined}
            />
          ))}
          <TextField label={texts.payout} {...payout.inputProps} error={payout.problem} />
        </div>
        <Refused
          why={
            problem &&
            texts.wholeNumber({
              name: texts[problem.field],
              least: formatCount(problem.least),
              most: formatCount(problem.most),
            })
          }
        />
        <Button look="line" size="full" type="submit" disabled={isBusy}>
          {texts.check}
        </Button>
      </form>
    </section>
  );
}

function TextWay({ isBusy, onSource }: WayProps) {
  const id = useId();
  const [text, setText] = useState('');
  return (
    <div className="card">
      <div className="check__form">
        <label htmlFor={id}>{texts.paste}</label>
        <textarea
          id={id}
          className="input check__text"
          rows={4}
          value={text}
          placeholder={texts.pasteExample}
          onChange={({ target }) => setText(target.value)}
        />
        <Button
          look="line"
          size="full"
          disabled={isBusy || text.trim() === ''}
          onClick={() => onSource({ kind: 'text', text })}
        >
          {texts.checkText}
        </Button>
      </div>
    </div>
  );
}
