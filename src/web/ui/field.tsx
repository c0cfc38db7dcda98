import { type ComponentProps, type ReactNode, useId } from 'react';
import { Icon } from './icon.tsx';
import './field.css';

/** A labelled line of text. */
export function TextField({ label, ...rest }: ComponentProps<'input'> & { readonly label: string }) {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <input {...rest} id={id} className="input" />
    </div>
  );
}

/** A labelled native menu; the children are its options. */
export function SelectField({
  label,
  children,
  ...rest
}: ComponentProps<'select'> & { readonly label: string; readonly children: ReactNode }) {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <div className="select">
        <select {...rest} id={id} className="input">
          {children}
        </select>
        <Icon name="chevron" />
      </div>
    </div>
  );
}
