import { useEffect } from 'react';
import { SECOND_MS } from '../../../core/time/instant.ts';
import { type Signal, secondsLeft } from '../../../core/simulated/signal.ts';
import { useSecond } from '../../lib/clock.ts';
import { noteRunningSignal } from '../../lib/running-signal.ts';
import { Ring, RingSeconds } from '../../ui/ring.tsx';

/** How long a signal still lives. Its seconds turn with the signal's own, so that zero falls on the expiry. */
export function Countdown({ signal }: { readonly signal: Signal }) {
  'use memo';
  const now = useSecond(signal.expiryTime % SECOND_MS);
  useEffect(() => noteRunningSignal(signal.expiryTime), [signal.expiryTime]);
  const left = secondsLeft(signal, now);
  return (
    <Ring total={(signal.expiryTime - signal.timestamp) / SECOND_MS} left={left}>
      <RingSeconds says="expiresIn" seconds={left} />
    </Ring>
  );
}
