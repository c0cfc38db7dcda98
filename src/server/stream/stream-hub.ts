import type { ServerResponse } from 'node:http';
import { EntryBacklog } from './entry-backlog.ts';
import { HEARTBEAT, serverSentEvent } from './server-sent-event.ts';

export interface StreamHubOptions {
  /** How many entries back a stream can be taken up again. */
  readonly backlogEntries: number;
  /** The place of the first entry that `addEntry` will bring. */
  readonly nextPlace: number;
  /** A client that has more than this waiting does not read, and is cut: it can take up its stream again. */
  readonly maxWaitingBytes?: number;
}

/** What the hub needs of an answer. */
export type StreamResponse = Pick<
  ServerResponse,
  'write' | 'end' | 'destroy' | 'once' | 'writableLength' | 'destroyed'
>;

const MAX_WAITING_BYTES = 262_144;
const CATCH_UP_BYTES = 65_536;
/** Clients served before others get a turn of the event loop: some milliseconds. */
const SLICE_CLIENTS = 1_000;
/** After so many seconds without an event a comment is sent, well within the patience of proxies. */
const QUIET_SECONDS = 15;
const RESET = serverSentEvent('reset', {});

interface Client {
  readonly response: StreamResponse;
  /** The number of the last message that was under way when it joined: that one is in its hello. */
  joinedAfter: number;
}

/**
 * Sends every message to every client: serialised once, written as it is. Messages go out one after the other, each to all
 * clients before the next, in slices, so that a request that comes meanwhile need not wait for ten thousand writes.
 */
export class StreamHub {
  readonly #backlog: EntryBacklog;
  readonly #maxWaitingBytes: number;
  readonly #live = new Set<Client>();
  readonly #catchingUp = new Set<Client>();
  /** Messages that are not with every client yet; the first is under way. */
  readonly #queue: Buffer[] = [];
  /** Messages so far, those in the queue included. */
  #messages = 0;
  #remaining: Iterator<Client> | undefined;
  #quietSeconds = 0;

  constructor({ backlogEntries, nextPlace, maxWaitingBytes = MAX_WAITING_BYTES }: StreamHubOptions) {
    this.#backlog = new EntryBacklog(backlogEntries, nextPlace);
    this.#maxWaitingBytes = maxWaitingBytes;
  }

  /** How many clients there are. */
  get size(): number {
    return this.#live.size + this.#catchingUp.size;
  }

  /** The place of the next entry. */
  get nextPlace(): number {
    return this.#backlog.next;
  }

  /**
   * Takes on a client whose headers are sent. `hello` is its first event; `from` the place of the first entry that it does not
   * have, undefined for one that has none and takes hello for all that was before. Where that is too far back it gets a
   * `reset` before its hello. Returns how to end its stream.
   */
  join(response: StreamResponse, hello: Buffer, from: number | undefined): () => void {
    const isKnown = from === undefined || this.#backlog.reaches(from);
    response.write(isKnown ? hello : Buffer.concat([RESET, hello]));
    const client: Client = { response, joinedAfter: 0 };
    this.#catchingUp.add(client);
    response.once('close', () => this.#forget(client));
    this.#catchUp(client, isKnown ? (from ?? this.nextPlace) : this.nextPlace);
    return () => this.#end(client);
  }

  /** Sends the next entry of the ledger. */
  addEntry(message: Buffer): void {
    this.#backlog.add(message);
    this.broadcast(message);
  }

  /** Sends a message to the clients that are there now. */
  broadcast(message: Buffer): void {
    this.#quietSeconds = 0;
    this.#messages += 1;
    if (this.#queue.push(message) === 1) this.#send();
  }

  /** To be called once a second. */
  tick(): void {
    this.#quietSeconds += 1;
    if (this.#quietSeconds >= QUIET_SECONDS) this.broadcast(HEARTBEAT);
  }

  /** Ends every stream. */
  close(): void {
    for (const client of [...this.#live, ...this.#catchingUp]) this.#end(client);
  }

  #end(client: Client): void {
    this.#forget(client);
    client.response.end();
  }

  #forget(client: Client): void {
    this.#live.delete(client);
    this.#catchingUp.delete(client);
  }

  /** Entries come in steps that the client takes up: at no time is more than one of them kept for it. */
  #catchUp(client: Client, from: number): void {
    if (!this.#catchingUp.has(client)) return;
    const { response } = client;
    let place = from;
    while (place < this.nextPlace) {
      // It reads more slowly than entries come.
      if (!this.#backlog.reaches(place)) {
        response.destroy();
        return;
      }
      const { bytes, next } = this.#backlog.take(place, CATCH_UP_BYTES);
      place = next;
      if (!response.write(bytes)) {
        response.once('drain', () => this.#catchUp(client, next));
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
      client.response.write(message);
      if (client.response.writableLength > this.#maxWaitingBytes) client.response.destroy();
    }
    setImmediate(() => this.#send());
  }
}
