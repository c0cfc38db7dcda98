import './button.css';
import './toggle.css';

interface ToggleProps<Value extends string> {
  readonly label: string;
  readonly options: readonly { readonly value: Value; readonly label: string }[];
  readonly value: Value;
  readonly onChange: (value: Value) => void;
}

/** A choice between a few views, side by side. */
export function Toggle<Value extends string>({ label, options, value, onChange }: ToggleProps<Value>) {
  return (
    <fieldset className="toggle" aria-label={label}>
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          className="reach"
          aria-pressed={option.value === value}
          onClick={() => onChange(option.value)}
        >
          {option.label}
        </button>
      ))}
    </fieldset>
  );
}
