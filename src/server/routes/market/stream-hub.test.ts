import { EventEmitter } from 'node:events';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { StreamHub, type StreamSocket } from './stream-hub.ts';
import { runs } from '../../../../tests/support/rounds.ts';

/** The other end of a stream: reads, stalls and goes away as the test says. */
class Reader extends EventEmitter {
  readonly received: string[] = [];
  waiting: Buffer[] = [];
  reads = true;
  destroyed = false;
  isEnded = false;

  get writableLength(): number {
    return this.waiting.reduce((sum, { length }) => sum + length, 0);
  }

  write(chunk: Buffer): boolean {
    if (this.destroyed) return false;
    if (this.reads) this.received.push(chunk.toString());
    else this.waiting.push(chunk);
    return this.reads;
  }

  stall(): void {
    this.reads = false;
  }

  resume(): void {
    this.reads = true;
    for (const chunk of this.waiting.splice(0)) this.received.push(chunk.toString());
    this.emit('drain');
  }

  destroySoon(): void {
    this.isEnded = true;
    this.destroy();
  }

  destroy(): void {
    if (this.destroyed) return;
    this.destroyed = true;
    this.emit('close');
  }

  text(): string {
    return this.received.join('');
  }
}

type Line = Reader & StreamSocket;
const reader = () => new Reader() as Line;
/** Takes a reader on, and lets it leave when it goes away. */
function join(hub: StreamHub, line: Line, first: Buffer, from: number | undefined) {
  const client = hub.join(line, first, from);
  line.on('close', () => hub.leave(client));
  if (line.destroyed) hub.leave(client);
  return client;
}
const message = (text: string) => Buffer.from(`${text};`);
const hello = message('hello');
/** Lets the turns of the event loop pass that slices and queues wait for. */
const turns = async (count = 8) => {
  for (let turn = 0; turn < count; turn += 1) await new Promise((resolve) => setImmediate(resolve));
};

describe('StreamHub', () => {
  it('sends hello first and then every message, in order', async () => {
    const hub = new StreamHub({ backlogEntries: 10, nextPlace: 0 });
    const one = reader();
    hub.addEntry(message('0'));
    join(hub, one, hello, undefined);
    hub.addEntry(message('1'));
    hub.broadcast(message('prices'));
    await turns();
    expect(one.text()).toBe('hello;1;prices;');
  });

  it('takes a stream up after the entry that the client has', () => {
    const hub = new StreamHub({ backlogEntries: 10, nextPlace: 4 });
    for (const text of ['4', '5', '6']) hub.addEntry(message(text));
    const [behind, current] = [reader(), reader()];
    join(hub, behind, hello, 5);
    join(hub, current, hello, 7);
    expect([behind.text(), current.text()]).toEqual(['hello;5;6;', 'hello;']);
  });

  it('sends missed entries in steps of whole entries, also one that is longer than a step', () => {
    const hub = new StreamHub({ backlogEntries: 10, nextPlace: 0 });
    const lengths = [70_000, 1, 65_535, 2];
    for (const length of lengths) hub.addEntry(Buffer.alloc(length, '.'));
    const one = reader();
    join(hub, one, hello, 0);
    expect(one.received.map(({ length }) => length)).toEqual([hello.length, 70_000, 65_536, 2]);
  });

  it.each([
    ['too far back', 4],
    ['beyond the last entry', 16],
  ])('resets a client whose place is %s', (_what, from) => {
    const hub = new StreamHub({ backlogEntries: 10, nextPlace: 0 });
    for (let place = 0; place < 15; place += 1) hub.addEntry(message(String(place)));
    const one = reader();
    join(hub, one, hello, from);
    hub.addEntry(message('15'));
    expect(one.text()).toBe('event: reset\ndata: {}\n\nhello;15;');
  });

  it('cuts a client that does not read, and keeps the others', async () => {
    const hub = new StreamHub({ backlogEntries: 10, nextPlace: 0, maxWaitingBytes: 10 });
    const [stalled, good] = [reader(), reader()];
    join(hub, stalled, hello, undefined);
    join(hub, good, hello, undefined);
    stalled.stall();
    for (let place = 0; place < 6; place += 1) hub.addEntry(message(String(place)));
    await turns();
    expect([stalled.destroyed, good.destroyed, hub.size]).toEqual([true, false, 1]);
    expect(good.text()).toBe('hello;0;1;2;3;4;5;');
  });

  it('cuts a client that reads its missed entries more slowly than new ones come', () => {
    const hub = new StreamHub({ backlogEntries: 3, nextPlace: 0 });
    const big = Buffer.alloc(65_536, '.');
    for (let place = 0; place < 3; place += 1) hub.addEntry(big);
    const slow = reader();
    slow.stall();
    join(hub, slow, hello, 0);
    expect(slow.writableLength).toBe(big.length + hello.length);
    for (let place = 3; place < 6; place += 1) hub.addEntry(big);
    slow.resume();
    expect([slow.destroyed, hub.size]).toEqual([true, 0]);
  });

  it('sends a comment only after 5 s without anything else', async () => {
    const hub = new StreamHub({ backlogEntries: 3, nextPlace: 0 });
    const one = reader();
    join(hub, one, hello, undefined);
    for (let second = 0; second < 4; second += 1) hub.tick();
    hub.broadcast(message('prices'));
    for (let second = 0; second < 4; second += 1) hub.tick();
    expect(one.text()).toBe('hello;prices;');
    hub.tick();
    expect(one.text()).toBe('hello;prices;:\n\n');
  });

  it('ends every stream when it closes, and one on request; nothing is written after that', async () => {
    const hub = new StreamHub({ backlogEntries: 3, nextPlace: 0 });
    const [one, other, late] = [reader(), reader(), reader()];
    const client = join(hub, one, hello, undefined);
    join(hub, other, hello, undefined);
    late.stall();
    hub.addEntry(message('0'));
    join(hub, late, hello, 0);
    hub.end(client);
    hub.broadcast(message('1'));
    expect([one.isEnded, one.text(), hub.size]).toEqual([true, 'hello;0;', 2]);
    hub.close();
    expect([other.isEnded, late.isEnded, hub.size]).toEqual([true, true, 0]);
  });

  it('writes nothing more to a stream that was ended, though its socket takes its time to close', () => {
    const hub = new StreamHub({ backlogEntries: 3, nextPlace: 0 });
    hub.addEntry(Buffer.alloc(65_536, '.'));
    hub.addEntry(message('1'));
    const [live, catchingUp] = [reader(), reader()];
    for (const line of [live, catchingUp]) line.destroySoon = () => {};
    const first = join(hub, live, hello, undefined);
    catchingUp.stall();
    const second = join(hub, catchingUp, hello, 0);
    for (const client of [first, second]) hub.end(client);
    catchingUp.waiting = [];
    catchingUp.resume();
    hub.addEntry(message('2'));
    expect([live.text(), catchingUp.text(), hub.size]).toEqual(['hello;', '', 0]);
  });

  it('brings more clients than fit into a slice every message once, also those that come in between', async () => {
    const hub = new StreamHub({ backlogEntries: 10, nextPlace: 0 });
    const early = Array.from({ length: 2_500 }, reader);
    for (const each of early) join(hub, each, hello, undefined);
    hub.addEntry(message('0'));
    hub.addEntry(message('1'));
    const late = reader();
    join(hub, late, hello, 1);
    hub.addEntry(message('2'));
    await turns(20);
    expect(new Set(early.map((each) => each.text()))).toEqual(new Set(['hello;0;1;2;']));
    expect(late.text()).toBe('hello;1;2;');
  });

  it('brings every client each entry once and in order, however often it disconnects, stalls and resumes', async () => {
    type Step =
      | { readonly kind: 'entry' | 'turn' }
      | { readonly kind: 'cut' | 'stall' | 'resume'; readonly client: number };
    const step = fc.oneof(
      { weight: 4, arbitrary: fc.constant<Step>({ kind: 'entry' }) },
      { weight: 2, arbitrary: fc.constant<Step>({ kind: 'turn' }) },
      {
        weight: 4,
        arbitrary: fc.record({ kind: fc.constantFrom('cut', 'stall', 'resume'), client: fc.nat(3) }),
      },
    ) as fc.Arbitrary<Step>;
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 120 }), async (steps) => {
        const hub = new StreamHub({ backlogEntries: 1_000, nextPlace: 0, maxWaitingBytes: 90_000 });
        let entries = 0;
        const clients = Array.from({ length: 4 }, () => {
          const seen: number[] = [];
          let line = reader();
          const connect = () => {
            line = reader();
            join(hub, line, Buffer.from('hello '.repeat(3_000)), seen.length);
          };
          const read = () => {
            for (const [, place] of line.text().matchAll(/<(\d+) /g)) seen.push(Number(place));
            line.received.length = 0;
          };
          connect();
          return {
            seen,
            read,
            connect,
            cut: () => line.destroy(),
            stall: () => line.stall(),
            resume: () => line.resume(),
            isCut: () => line.destroyed,
          };
        });
        for (const { kind, ...rest } of steps) {
          const client = 'client' in rest ? clients[rest.client] : undefined;
          if (kind === 'entry') hub.addEntry(Buffer.from(`<${entries++} ${'.'.repeat(30_000)}>`));
          else if (kind === 'turn') await turns(1);
          else {
            client?.read();
            if (kind === 'cut') client?.cut();
            else if (client?.isCut()) client.connect();
            else client?.[kind]();
          }
        }
        for (const client of clients) {
          client.resume();
          client.read();
          if (client.isCut()) client.connect();
        }
        await turns(200);
        for (const client of clients) {
          client.read();
          // One that was stalled for long was cut while the rest was sent: what it missed it has from taking up.
          if (client.isCut()) {
            client.connect();
            client.read();
          }
          expect(client.seen).toEqual(Array.from({ length: entries }, (_, place) => place));
        }
      }),
      { numRuns: runs(30, 150), seed: 20_261_120 },
    );
  });
});
