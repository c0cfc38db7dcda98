import { Readable, Writable } from 'node:stream';
import type { Connection, Submittable } from 'pg';

/** A row comes in a message of its own; so many bytes of them are handed on together. */
const BLOCK_BYTES = 256 * 1024;

/** What `pg` has for COPY and its types do not name. */
interface CopyConnection extends Connection {
  sendCopyFromChunk(chunk: Buffer): void;
  endCopyFrom(): void;
}

/** The rows that a `COPY ... TO STDOUT` sends, as a stream: `client.query(new CopyOut(sql))`. A slow reader slows the database. */
export class CopyOut extends Readable implements Submittable {
  readonly #sql: string;
  #connection: Connection | undefined;
  #block = Buffer.allocUnsafe(BLOCK_BYTES);
  #used = 0;
  #rows = 0;

  constructor(sql: string) {
    super({ highWaterMark: BLOCK_BYTES });
    this.#sql = sql;
  }

  /** How many rows there were, once the stream has ended. */
  get rows(): number {
    return this.#rows;
  }

  submit = (connection: Connection): void => {
    this.#connection = connection;
    connection.query(this.#sql);
  };

  /** Called by `pg`, which uses the memory of the chunk again. */
  handleCopyData({ chunk }: { readonly chunk: Buffer }): void {
    if (this.#used + chunk.length > this.#block.length) this.#handOn(chunk.length);
    chunk.copy(this.#block, this.#used);
    this.#used += chunk.length;
  }

  /** Called by `pg`. */
  handleCommandComplete({ text }: { readonly text: string }): void {
    this.#rows = rowsIn(text);
  }

  /** Called by `pg`. */
  handleReadyForQuery(): void {
    this.#handOn(0);
    this.push(null);
    // What is left is in memory; the connection is free for the next query.
    this.#connection?.stream.resume();
  }

  /** Called by `pg`. */
  handleError(error: Error): void {
    this.destroy(error);
  }

  override _read(): void {
    this.#connection?.stream.resume();
  }

  #handOn(nextBytes: number): void {
    const block = this.#block.subarray(0, this.#used);
    this.#block = Buffer.allocUnsafe(Math.max(BLOCK_BYTES, nextBytes));
    this.#used = 0;
    if (block.length > 0 && !this.push(block)) this.#connection?.stream.pause();
  }
}

/** Takes the rows of a `COPY ... FROM STDIN`: `client.query(new CopyIn(sql))`. Finished when the database has taken them all. */
export class CopyIn extends Writable implements Submittable {
  readonly #sql: string;
  #connection: CopyConnection | undefined;
  #isReady = false;
  #whenReady: (() => void) | undefined;
  #whenDone: (() => void) | undefined;
  #rows = 0;

  constructor(sql: string) {
    super({ highWaterMark: BLOCK_BYTES });
    this.#sql = sql;
  }

  /** How many rows were taken, once the stream has finished. */
  get rows(): number {
    return this.#rows;
  }

  submit = (connection: Connection): void => {
    this.#connection = connection as CopyConnection;
    connection.query(this.#sql);
  };

  /** Called by `pg` when the database takes rows. */
  handleCopyInResponse(): void {
    this.#isReady = true;
    this.#whenReady?.();
  }

  /** Called by `pg`. */
  handleCommandComplete({ text }: { readonly text: string }): void {
    this.#rows = rowsIn(text);
  }

  /** Called by `pg`. */
  handleReadyForQuery(): void {
    this.#whenDone?.();
  }

  /** Called by `pg`. */
  handleError(error: Error): void {
    this.destroy(error);
  }

  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    this.#send((connection) => {
      connection.sendCopyFromChunk(chunk);
      if (connection.stream.writableNeedDrain) connection.stream.once('drain', done);
      else done();
    });
  }

  override _final(done: () => void): void {
    this.#whenDone = done;
    this.#send((connection) => connection.endCopyFrom());
  }

  #send(work: (connection: CopyConnection) => void): void {
    const run = () => {
      if (this.#connection !== undefined) work(this.#connection);
    };
    if (this.#isReady) run();
    else this.#whenReady = run;
  }
}

/** `COPY 12` is what the database says of twelve rows. */
function rowsIn(commandTag: string): number {
  return Number(commandTag.split(' ')[1]);
}
