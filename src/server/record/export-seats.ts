import { clientNetwork } from '../auth/client-network.ts';
import { HttpError } from '../http/http-error.ts';

/** Each export under way holds the places of all its rows and a batch of them: about a megabyte for 100,000 signals. */
const MOST_EXPORTS = 32;
/** So that nobody who reads slowly keeps the others from theirs. */
const MOST_OF_ONE_NETWORK = 4;
const RETRY_SECONDS = 10;

/** Counts exports under way, which last as long as their readers like. */
export class ExportSeats {
  /** By network: who has one IPv6 address has as many as they like. */
  readonly #byNetwork = new Map<string, number>();
  #taken = 0;

  /** Takes a seat; the function returned gives it back. Throws an HttpError when there is none. */
  take(address: string): () => void {
    const network = clientNetwork(address) ?? address;
    const ofNetwork = this.#byNetwork.get(network) ?? 0;
    const retry = { retryAfterSeconds: RETRY_SECONDS };
    if (ofNetwork >= MOST_OF_ONE_NETWORK)
      throw new HttpError(
        429,
        'too_many_requests',
        `${MOST_OF_ONE_NETWORK} files are on their way to you already. Wait for one of them.`,
        retry,
      );
    if (this.#taken >= MOST_EXPORTS)
      throw new HttpError(503, 'unavailable', 'Too many files are being sent just now. Try again.', retry);
    this.#taken += 1;
    this.#byNetwork.set(network, ofNetwork + 1);
    return () => this.#giveBack(network);
  }

  #giveBack(network: string): void {
    this.#taken -= 1;
    const left = (this.#byNetwork.get(network) ?? 0) - 1;
    if (left > 0) this.#byNetwork.set(network, left);
    else this.#byNetwork.delete(network);
  }
}
