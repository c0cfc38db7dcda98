import { render } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { drawAutoSignal } from '../../../core/simulated/signal.ts';
import { epochMs } from '../../../core/time/instant.ts';
import { cryptoRandom } from '../../lib/random.ts';
import { runningSignalEndsAt } from '../../lib/running-signal.ts';
import { Countdown } from './live-signal-card.tsx';

it('notes when its signal ends, for what must not come before', () => {
  vi.useFakeTimers();
  const signal = drawAutoSignal(epochMs(Date.now()), cryptoRandom);
  render(<Countdown signal={signal} />);
  expect(runningSignalEndsAt()).toBe(signal.expiryTime);
});
