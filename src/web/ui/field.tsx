import { type ComponentProps, type ReactNode, useId } from 'react';
import { Icon } from './icon.tsx';
import './card.css';
import './field.css';

interface TextFieldProps extends ComponentProps<'input'> {
  readonly label: string;
  readonly hint?: string;
  /** One sentence on the problem with the input; replaces the hint. */
  readonly error?: string | undefined;
  /** A button at the end of the line. */
  readonly inside?: ReactNode;
}

export function TextField({ label, hint, error, inside, ...rest }: TextFieldProps) {
  const id = useId();
  const note = error ?? hint;
  const notes =
    note === undefined ? {} : { 'aria-describedby': `${id}-note`, 'aria-invalid': error !== undefined };
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <div className="input-line">
        <input {...rest} {...notes} id={id} className="input" />
        {inside}
      </div>
      {note === undefined ? null : (
        <p id={`${id}-note`} className={error === undefined ? 'hint' : 'field__error'}>
          {note}
        </p>
      )}
    </div>
  );
}

interface ChoiceProps extends ComponentProps<'select'> {
  readonly label: string;
  /** Before the children. */
  readonly options?: readonly (readonly [value: string, text: string])[];
  readonly onValue: (value: string) => void;
}

export function SelectField(props: ChoiceProps) {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{props.label}</label>
      <Choice {...props} id={id} aria-label={undefined} />
    </div>
  );
}

/** A native menu without a label of its own: inside a sentence or a table. */
export function Choice({ label, options, onValue, children, ...rest }: ChoiceProps) {
  return (
    <span className="select">
      <select aria-label={label} {...rest} className="input" onChange={({ target }) => onValue(target.value)}>
        {options?.map(([one, text]) => (
          <option key={one} value={one}>
            {text}
          </option>
        ))}
        {children}
      </select>
      <Icon name="chevron" />
    </span>
  );
}
