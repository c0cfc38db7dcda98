import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { epochMs } from '../../../core/time/instant.ts';
import type { Signal } from '../../../core/simulated/signal.ts';
import { SignalAnnouncer } from './signals-panel.tsx';

it('says two equal draws as two: the second is new to the region', () => {
  const drawn: Signal = {
    pair: 'EUR/USD',
    direction: 'CALL',
    confidence: 91,
    timeframe: '1min',
    timestamp: epochMs(0),
    expiryTime: epochMs(60_000),
  };
  const words = () => screen.getByText('EUR/USD CALL, 1min, confidence 91%, simulated');
  const { rerender } = render(<SignalAnnouncer signal={drawn} />);
  const first = words();
  rerender(<SignalAnnouncer signal={{ ...drawn }} />);
  expect(words()).toBe(first);
  rerender(<SignalAnnouncer signal={{ ...drawn, timestamp: epochMs(60_000) }} />);
  expect(words()).not.toBe(first);
});
