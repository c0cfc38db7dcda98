import type { Socket } from 'node:net';
import type { PlacedEntry } from '../../../core/signals/ledger-entry.ts';
import type { MarketEvents } from '../../../core/wire/market.ts';

export interface StreamHubOptions {
  /** The most entries that a client may have missed and still resume. */
  readonly backlogEntries: number;
  /** The place of the first entry that `addEntry` will get. */
  readonly nextPlace: number;
  /** A client that has more than this waiting does not read, and is cut: it can take up its stream again. */
  readonly maxWaitingBytes?: number;
}

export type StreamSocket = Pick<
  Socket,
  'write' | 'destroySoon' | 'destroy' | 'on' | 'once' | 'writableLength' | 'destroyed'
>;

const MAX_WAITING_BYTES = 262_144;
const CATCH_UP_BYTES = 65_536;
/** Clients served before the event loop gets a turn: some milliseconds. */
const SLICE_CLIENTS = 1_000;
/** After so many seconds without an event a comment is sent: by its absence a page knows that its server froze or vanished. */
const QUIET_SECONDS = 5;
const RESET = serverSentEvent('reset', {});

export interface StreamClient {
  readonly socket: StreamSocket;
  /** The number of the last message that was under way when it joined: its hello contains that one. */
  joinedAfter: number;
}

/**
 * Sends every message to every client: serialised once, written as it is. Messages go out one after the other, each to all
 * clients before the next, in slices, so that a request that comes meanwhile need not wait for ten thousand writes.
 */
export class StreamHub {
  /** The place of the next entry. */
  nextPlace: number;
  /** The last entries as they stand on the wire, for clients that missed some. */
  readonly #backlog: Buffer[] = [];
  readonly #backlogEntries: number;
  readonly #maxWaitingBytes: number;
  readonly #live = new Set<StreamClient>();
  readonly #catchingUp = new Set<StreamClient>();
  /** Messages that some client has not got yet; the first is under way. */
  readonly #queue: Buffer[] = [];
  /** Messages so far, those in the queue included. */
  #messages = 0;
  #remaining: Iterator<StreamClient> | undefined;
  #quietSeconds = 0;

  constructor({ backlogEntries, nextPlace, maxWaitingBytes = MAX_WAITING_BYTES }: StreamHubOptions) {
    this.#backlogEntries = backlogEntries;
    this.nextPlace = nextPlace;
    this.#maxWaitingBytes = maxWaitingBytes;
  }

  get size(): number {
    return this.#live.size + this.#catchingUp.size;
  }

  /**
   * Takes on a client whose headers are sent. `hello` is its first event; `from` the place of the first entry that it does not
   * have, undefined for one that has none and takes hello for all that was before. Where that is too far back it gets a
   * `reset` before its hello. To be followed by `leave` when its connection is closed.
   */
  join(socket: StreamSocket, hello: Buffer, from: number | undefined): StreamClient {
    const isKnown = from === undefined || this.#reaches(from);
    socket.write(isKnown ? hello : Buffer.concat([RESET, hello]));
    const client: StreamClient = { socket, joinedAfter: 0 };
    this.#catchingUp.add(client);
    this.#catchUp(client, isKnown ? (from ?? this.nextPlace) : this.nextPlace);
    return client;
  }

  end(client: StreamClient): void {
    this.leave(client);
    client.socket.destroySoon();
  }

  leave(client: StreamClient): void {
    this.#live.delete(client);
    this.#catchingUp.delete(client);
  }

  addEntry(message: Buffer): void {
    this.nextPlace += 1;
    if (this.#backlog.push(message) > this.#backlogEntries) this.#backlog.shift();
    this.broadcast(message);
  }

  broadcast(message: Buffer): void {
    this.#quietSeconds = 0;
    this.#messages += 1;
    if (this.#queue.push(message) === 1) this.#send();
  }

  /** Call it once a second. */
  tick(): void {
    this.#quietSeconds += 1;
    if (this.#quietSeconds >= QUIET_SECONDS) this.broadcast(HEARTBEAT);
  }

  close(): void {
    for (const client of [...this.#live, ...this.#catchingUp]) this.end(client);
  }

  /** Whether all entries from a place on are in the backlog. */
  #reaches(place: number): boolean {
    return place <= this.nextPlace && place >= this.nextPlace - this.#backlog.length;
  }

  /** Entries are sent in steps that the client reads: at most one step is buffered for it. */
  #catchUp(client: StreamClient, from: number): void {
    if (!this.#catchingUp.has(client)) return;
    const { socket } = client;
    let place = from;
    while (place < this.nextPlace) {
      // The client reads more slowly than entries come.
      if (!this.#reaches(place)) {
        socket.destroy();
        return;
      }
      const step = firstBytes(this.#backlog.slice(place - this.nextPlace), CATCH_UP_BYTES);
      const next = (place += step.length);
      if (!socket.write(Buffer.concat(step))) {
        socket.once('drain', () => this.#catchUp(client, next));
        return;
      }
    }
    this.#catchingUp.delete(client);
    client.joinedAfter = this.#messages;
    this.#live.add(client);
  }

  #send(): void {
    const message = this.#queue[0];
    if (message === undefined) return;
    const number = this.#messages - this.#queue.length + 1;
    this.#remaining ??= this.#live.values();
    for (let served = 0; served < SLICE_CLIENTS; served += 1) {
      const { value: client, done } = this.#remaining.next();
      if (done) {
        this.#remaining = undefined;
        this.#queue.shift();
        if (this.#queue.length > 0) setImmediate(() => this.#send());
        return;
      }
      if (client.joinedAfter >= number) continue;
      client.socket.write(message);
      if (client.socket.writableLength > this.#maxWaitingBytes) client.socket.destroy();
    }
    setImmediate(() => this.#send());
  }
}

/** As many whole messages as fit into `mostBytes`, but at least one. */
function firstBytes(messages: readonly Buffer[], mostBytes: number): readonly Buffer[] {
  let bytes = 0;
  const end = messages.findIndex((message, at) => (bytes += message.length) > mostBytes && at > 0);
  return end === -1 ? messages : messages.slice(0, end);
}

/** A comment shows that the connection is alive; it is no event. */
const HEARTBEAT = Buffer.from(':\n\n');

/** An event of the stream as it stands on the wire. JSON has no bare line breaks, so one line of data is enough. */
export function serverSentEvent<Name extends keyof MarketEvents>(
  name: Name,
  data: MarketEvents[Name],
): Buffer {
  return Buffer.from(`event: ${name}\ndata: ${JSON.stringify(data)}\n\n`);
}

/** An entry as it stands on the wire: the one event with an id, so that a stream can be taken up after it. */
export function entryEvent(ledger: string, placed: PlacedEntry): Buffer {
  return Buffer.from(`id: ${ledger}/${placed.index}\nevent: entry\ndata: ${JSON.stringify(placed)}\n\n`);
}

/** The place after the one that a `Last-Event-ID` names in this ledger, -1 being before the first; undefined when it names none. */
export function placeAfter(lastEventId: string, ledger: string): number | undefined {
  const digits = lastEventId.startsWith(`${ledger}/`) ? lastEventId.slice(ledger.length + 1) : '';
  return /^(?:-1|\d{1,15})$/.test(digits) ? Number(digits) + 1 : undefined;
}
