import type { ReactNode } from 'react';
import './card.css';
import './switch-row.css';

interface SwitchRowProps {
  readonly label: string;
  readonly hint?: string | undefined;
  readonly isOn: boolean;
  readonly isDisabled?: boolean;
  readonly onSwitch: (isOn: boolean) => void;
  /** Settings that show once it is on. */
  readonly children?: ReactNode;
}

/** A row of a list that switches something on and off. */
export function SwitchRow({ label, hint, isOn, isDisabled = false, onSwitch, children }: SwitchRowProps) {
  return (
    <li className="switch-row">
      <label>
        <span>
          {label}
          {hint === undefined ? null : <small>{hint}</small>}
        </span>
        <input
          type="checkbox"
          checked={isOn}
          disabled={isDisabled}
          onChange={({ target }) => onSwitch(target.checked)}
        />
      </label>
      {children}
    </li>
  );
}
