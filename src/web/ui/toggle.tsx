import './button.css';

interface ToggleProps<Value extends string> {
  readonly label: string;
  readonly options: readonly { readonly value: Value; readonly label: string }[];
  /** Without a value and `onChange` it is a drawing: nothing is chosen, and nothing can be. */
  readonly value?: Value;
  readonly onChange?: (value: Value) => void;
}

/** A choice between a few views, side by side. */
export function Toggle<Value extends string>({ label, options, value, onChange }: ToggleProps<Value>) {
  return (
    <fieldset className="toggle" aria-label={label} disabled={onChange === undefined}>
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          className="reach"
          aria-pressed={onChange && option.value === value}
          onClick={() => onChange?.(option.value)}
        >
          {option.label}
        </button>
      ))}
    </fieldset>
  );
}

/** The same with its name above it. */
export function LabelledToggle<Value extends string>(props: ToggleProps<Value>) {
  return (
    <div className="bar__choice">
      <span aria-hidden="true">{props.label}</span>
      <Toggle {...props} />
    </div>
  );
}
