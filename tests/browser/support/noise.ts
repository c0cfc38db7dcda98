import type { Page } from 'playwright-core';
import { expect } from 'vitest';

/** What a page should never do unasked: say something in the console, fail a request, call another origin, throw. */
export class Noise {
  readonly #heard: string[] = [];
  readonly #expected: RegExp[] = [];
  readonly #possible: RegExp[] = [];
  readonly #origins: ReadonlySet<string>;

  constructor(origins: readonly string[]) {
    this.#origins = new Set(origins);
  }

  listenTo(page: Page): void {
    page.on('console', (message) => {
      // Playwright's own word where a visit does not let the browser keep the app (visit.ts).
      if (message.text() === 'Service Worker registration blocked by Playwright') return;
      this.#heard.push(`console ${message.type()}: ${message.text()} (${message.location().url})`);
    });
    page.on('pageerror', (error) => this.#heard.push(`uncaught: ${error.message}`));
    page.on('crash', () => this.#heard.push('the page crashed'));
    page.on('requestfailed', (request) => {
      // The page went elsewhere before the answer came: nothing failed.
      if (request.failure()?.errorText === 'net::ERR_ABORTED') return;
      const { pathname, search } = new URL(request.url());
      this.#heard.push(
        `request failed: ${request.method()} ${pathname}${search} ${request.failure()?.errorText ?? ''}`,
      );
    });
    page.on('request', (request) => {
      const { origin, protocol } = new URL(request.url());
      if (protocol.startsWith('http') && !this.#origins.has(origin)) {
        this.#heard.push(`request to another origin: ${request.url()}`);
      }
    });
  }

  /** From here on each of these must be heard at least once, and may be heard more often. */
  expect(...patterns: RegExp[]): void {
    this.#expected.push(...patterns);
  }

  /** From here on each of these may be heard. */
  allow(...patterns: RegExp[]): void {
    this.#possible.push(...patterns);
  }

  /** Fails when something was heard that the test did not expect, or something expected was not heard. */
  check(): void {
    const known = [...this.#expected, ...this.#possible];
    const unexpected = this.#heard.filter((line) => !known.some((pattern) => pattern.test(line)));
    if (unexpected.length > 0) throw new Error(`the page was not silent:\n${unexpected.join('\n')}`);
    for (const pattern of this.#expected) {
      expect(
        this.#heard.some((line) => pattern.test(line)),
        `expected in the console: ${pattern}`,
      ).toBe(true);
    }
  }
}
