import { type DragEvent, type FormEvent, useId, useRef, useState } from 'react';
import { usePayoutInput } from '../../lib/payout.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import type { CheckSource } from './check-messages.ts';

interface CheckFormProps {
  readonly isBusy: boolean;
  /** One sentence on why what was given last could not be read. */
  readonly refusal: string | undefined;
  readonly onSource: (source: CheckSource) => void;
  /** Loads this server's own record and checks it; undefined where the reader may not see it. */
  readonly onOurs: (() => void) | undefined;
}

/** Three ways to give a track record: a file, three numbers, a text. */
export function CheckForm({ isBusy, refusal, onSource, onOurs }: CheckFormProps) {
  return (
    <div className="check">
      <div>
        <h1>Check a track record: skill or luck?</h1>
        <p className="check__lead">
          For the signals of a seller, a channel, a robot, or for your own trades. A minute is enough.
        </p>
      </div>
      {refusal === undefined ? null : (
        <p className="check__refusal" role="alert">
          {refusal}
        </p>
      )}
      <div className="check__ways">
        <FileWay isBusy={isBusy} onSource={onSource} />
        <div className="check">
          <CountsWay isBusy={isBusy} onSource={onSource} />
          <TextWay isBusy={isBusy} onSource={onSource} />
        </div>
      </div>
      <dl className="card check__promises">
        <div>
          <dt>Was it luck?</dt>
          <dd>How often coins do as well, counted exactly.</dd>
        </div>
        <div>
          <dt>Was it enough?</dt>
          <dd>The wins that the payouts needed.</dd>
        </div>
        <div>
          <dt>What is hidden?</dt>
          <dd>Stakes that double, runs that end it, sellers you never saw.</dd>
        </div>
      </dl>
      {onOurs === undefined ? null : (
        <p>
          <Button look="line" disabled={isBusy} onClick={onOurs}>
            Check ours the same way
          </Button>
        </p>
      )}
      <Privacy />
    </div>
  );
}

/** Said below everything that is shown here. */
export function Privacy() {
  return <p className="check__hint">Nothing leaves your browser. Nothing is stored.</p>;
}

type WayProps = Pick<CheckFormProps, 'isBusy' | 'onSource'>;

function FileWay({ isBusy, onSource }: WayProps) {
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);

  function take(files: FileList | null | undefined): void {
    const file = files?.[0];
    if (file !== undefined) onSource({ kind: 'file', file });
  }

  function handleDrop(event: DragEvent): void {
    event.preventDefault();
    setOver(false);
    if (!isBusy) take(event.dataTransfer.files);
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- a file can be dropped on it; the button is for the keyboard
    <section
      className="check__drop"
      aria-label="Drop a file"
      data-over={isOver || undefined}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={handleDrop}
    >
      <h2>Drop a file here</h2>
      <p>
        CSV, XLSX, HTML or JSON: the history of a broker or a trading terminal, or the export of a chat
        (Telegram, WhatsApp)
      </p>
      <input
        ref={input}
        type="file"
        hidden
        accept=".csv,.tsv,.txt,.xlsx,.htm,.html,.json,.ndjson,text/*"
        aria-label="File with trades"
        onChange={({ target }) => {
          take(target.files);
          target.value = '';
        }}
      />
      <Button
        look="primary"
        busyLabel={isBusy ? 'Reading…' : undefined}
        onClick={() => input.current?.click()}
      >
        Choose a file
      </Button>
    </section>
  );
}

const MOST_COUNTED = 1_000_000;

function CountsWay({ isBusy, onSource }: WayProps) {
  const payout = usePayoutInput();
  const [problem, setProblem] = useState<string>();

  function handleSubmit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    const fields = new FormData(event.currentTarget);
    const [won, of] = [wholeOf(fields.get('won')), wholeOf(fields.get('of'))];
    if (of === undefined || of === 0 || of > MOST_COUNTED)
      setProblem('Of how many trades? A whole number from 1 on.');
    else if (won === undefined || won > of) setProblem(`Won: a whole number from 0 to ${of}.`);
    else {
      setProblem(undefined);
      onSource({ kind: 'counts', won, of });
    }
  }

  return (
    <section className="card" aria-label="Three numbers">
      <form className="check__form" noValidate onSubmit={handleSubmit}>
        <h2>Or type three numbers</h2>
        <div className="check__numbers">
          <TextField label="Won" name="won" inputMode="numeric" autoComplete="off" placeholder="37" />
          <TextField label="Of" name="of" inputMode="numeric" autoComplete="off" placeholder="60" />
          <TextField label="Payout, %" {...payout.inputProps} error={payout.problem} />
        </div>
        {problem === undefined ? null : (
          <p className="check__refusal" role="alert">
            {problem}
          </p>
        )}
        <Button look="line" size="full" type="submit" disabled={isBusy}>
          Check
        </Button>
      </form>
    </section>
  );
}

function wholeOf(value: FormDataEntryValue | null): number | undefined {
  const text = String(value ?? '').replace(/[\s,.]/g, '');
  return /^\d{1,7}$/.test(text) ? Number(text) : undefined;
}

function TextWay({ isBusy, onSource }: WayProps) {
  const id = useId();
  const [text, setText] = useState('');
  return (
    <section className="card" aria-label="Paste">
      <div className="check__form">
        <label htmlFor={id}>Or paste signals or trades</label>
        <textarea
          id={id}
          className="input check__text"
          rows={4}
          value={text}
          placeholder={'EUR/USD CALL 14:32 win\nGBP/USD PUT 14:40 loss\none per line, any order of words'}
          onChange={({ target }) => setText(target.value)}
        />
        <Button
          look="line"
          size="full"
          disabled={isBusy || text.trim() === ''}
          onClick={() => onSource({ kind: 'text', text })}
        >
          Check this text
        </Button>
      </div>
    </section>
  );
}
