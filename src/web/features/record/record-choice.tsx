import type { RecordChoice, RecordSummary } from '../../../core/wire/record.ts';
import { priceLabelText } from '../../lib/market/price-label.ts';
import { formatCount } from '../../lib/figures.ts';
import { SelectField } from '../../ui/field.tsx';
import type { RecordSelection } from './record-api.ts';
import { texts } from './texts.ts';

interface RecordChoiceMenuProps {
  readonly summary: RecordSummary;
  readonly onChange: (selection: RecordSelection) => void;
}

/** Which record is shown: each ledger and each engine version has its own. Not there while there is only one. */
export function RecordChoiceMenu({ summary, onChange }: RecordChoiceMenuProps) {
  const { choices, ledger, engine } = summary;
  if (choices.length < 2) return null;
  const shown = choices.findIndex((choice) => choice.ledger === ledger && choice.engine === engine);
  return (
    <div>
      <SelectField
        label={texts.record}
        value={String(shown)}
        onChange={(event) => {
          const choice = choices[Number(event.target.value)];
          if (choice !== undefined) onChange({ ledger: choice.ledger, engine: choice.engine });
        }}
      >
        {choices.map((choice, index) => (
          <option key={`${choice.ledger} ${choice.engine}`} value={String(index)}>
            {nameOf(choice)}
          </option>
        ))}
      </SelectField>
    </div>
  );
}

function nameOf({ label, engine, settled }: RecordChoice): string {
  return texts.choice({
    label: label === null ? texts.live : priceLabelText(label),
    engine,
    decided: formatCount(settled),
  });
}
