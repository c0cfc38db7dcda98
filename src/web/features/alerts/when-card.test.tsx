import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { NO_ALERTS } from '../../../core/alerts/alert-rules.ts';
import { WhenCard } from './when-card.tsx';

test('quiet hours from a time to the same are said to be none', () => {
  const card = (from: number, to: number) => (
    <WhenCard rules={{ ...NO_ALERTS, quiet: { from, to }, zone: 'Asia/Karachi' }} onChange={() => {}} />
  );
  const { rerender } = render(card(1_320, 420));
  expect(screen.getByText('In the time zone Asia/Karachi.')).toBeDefined();
  rerender(card(420, 420));
  expect(screen.getByText('Both times are the same, so no hour is quiet.')).toBeDefined();
});
