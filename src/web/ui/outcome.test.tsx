import { render } from '@testing-library/react';
import { expect, it } from 'vitest';
import { OUTCOMES } from '../../core/signals/ledger-entry.ts';
import { OutcomePip, OutcomeWord } from './outcome.tsx';

it('gives each outcome a pip of its own: unchanged and void never wear the mark of a loss', () => {
  const marks = OUTCOMES.map(
    (outcome) => render(<OutcomePip outcome={outcome} />).container.querySelector('i')?.className,
  );
  expect(new Set(marks).size).toBe(marks.length);
});

it('says each outcome in a word beside its pip', () => {
  const words = OUTCOMES.map((outcome) => render(<OutcomeWord outcome={outcome} />).container.textContent);
  expect(words).toEqual(['Won', 'Lost', 'Unchanged', 'Void']);
});
