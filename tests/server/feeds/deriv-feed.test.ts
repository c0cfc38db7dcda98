import { describe, expect, test } from 'vitest';
import { derivProtocol } from '../../../src/server/market/deriv-protocol.ts';
import { running, WALL_MS } from './running-feed.ts';

describe('the Deriv feed', () => {
  const epoch = WALL_MS / 1000;
  const derivTick = (symbol: string, more: object = {}) => ({
    msg_type: 'tick',
    subscription: { id: 'caeb78f5-6f21-e5c0-f7c6-b8aba8855e62' },
    tick: { ask: 1.08523, bid: 1.08503, epoch, pip_size: 5, quote: 1.08513, symbol, ...more },
  });

  test('subscribes pair by pair and reads ticks in whole seconds', async () => {
    const { source, sink } = await running(derivProtocol);
    await source.heard(2);
    expect(source.received).toEqual([
      { ticks: 'frxEURUSD', subscribe: 1 },
      { ticks: 'frxUSDJPY', subscribe: 1 },
    ]);
    source.send(derivTick('frxEURUSD'));
    expect(await sink.tickNumber(1)).toMatchObject({
      source: 'deriv',
      pair: 'EUR/USD',
      bid: 108_503,
      ask: 108_523,
      sourceTime: WALL_MS,
    });
  });

  test('takes the quote for bid and ask where they are missing', async () => {
    const { source, sink } = await running(derivProtocol);
    await source.heard(2);
    source.send({ msg_type: 'tick', tick: { epoch, quote: 156.123, symbol: 'frxUSDJPY' } });
    expect(await sink.tickNumber(1)).toMatchObject({ bid: 156_123, ask: 156_123 });
  });

  test('is closed on a weekend, and that is no reason to connect again', async () => {
    const { source, sink, problems } = await running(derivProtocol, {
      answer: (frame, send) => {
        if (frame['ticks'] !== undefined)
          send({
            msg_type: 'tick',
            echo_req: frame,
            error: { code: 'MarketIsClosed', message: 'This market is presently closed.' },
          });
        if (frame['ping'] !== undefined) send({ msg_type: 'ping', ping: 'pong' });
      },
    });
    await sink.reported('closed');
    await source.heard(4);
    expect(problems()).toEqual(Array(2).fill('Deriv: This market is presently closed'));
    expect(source.connections()).toBe(1);
  });

  test('asks for a closed market again, and is live when it has opened', async () => {
    let isOpen = false;
    const { source, sink } = await running(derivProtocol, {
      answer: (frame, send) => {
        const symbol = frame['ticks'];
        if (typeof symbol !== 'string') return send({ msg_type: 'ping', ping: 'pong' });
        if (isOpen) return send(derivTick(symbol, symbol === 'frxUSDJPY' ? { bid: 156.1, ask: 156.2 } : {}));
        const error = { code: 'MarketIsClosed', message: 'This market is presently closed.' };
        send({ msg_type: 'tick', echo_req: frame, error });
      },
    });
    await sink.reported('closed');
    isOpen = true;
    await sink.reported('live');
    expect(source.connections()).toBe(1);
  });
});
