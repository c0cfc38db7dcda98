/** @typedef {{ title: string, reason: string }} Failure a test by its file and name, and what it said, which may be nothing */

/** Prints how each check went, as it ends, and keeps the sum. */
export class Report {
  passed = 0;
  failed = 0;
  /** @type {string[]} */
  #broken = [];
  #write;

  /** @param {(text: string) => void} write where lines go */
  constructor(write = (text) => process.stdout.write(text)) {
    this.#write = write;
  }

  /** @param {string} text */
  note(text) {
    this.#write(`${text}\n`);
  }

  /**
   * Counts a check and prints one line about it, and one for each test that needed a second try. When something failed, what and why comes next, before the whole output: a log that is
   * cut off still says it.
   * @param {string} name
   * @param {{ passed: number, failed: number, skipped?: number, failures?: Failure[], secondTries?: Failure[], problem?: string, output: string, durationMs: number }} result
   */
  add(name, { passed, failed, skipped = 0, failures = [], secondTries = [], problem, output, durationMs }) {
    this.passed += passed;
    this.failed += failed;
    const counts = passed + failed === 1 && skipped === 0 ? '' : `, ${passed} passed, ${failed} failed`;
    const left = skipped > 0 ? `, ${skipped} skipped` : '';
    const why = problem ? `: ${problem}` : '';
    const line = `${failed > 0 ? 'FAILED' : 'ok    '} ${name} (${(durationMs / 1000).toFixed(1)} s${counts}${left})${why}\n`;
    const again = secondTries.map(
      ({ title, reason }) => `       passed at the second try: ${title}\n${indented(reason)}`,
    );
    if (failed === 0) this.#write(`${line}${again.join('')}`);
    else {
      const titles = failures.map(({ title }) => `       ${title}\n`);
      const reasons = failures.map(({ reason }, index) => `${titles[index]}${indented(reason)}`);
      this.#write(`${line}${reasons.join('')}${again.join('')}${indented(output)}`);
      this.#broken.push(line, ...titles);
    }
  }

  /** Names what failed, prints the closing line, `N passed, N failed`, and makes the process fail when something did. */
  close() {
    this.#write(this.#broken.join(''));
    this.#write(`${this.passed} passed, ${this.failed} failed\n`);
    process.exitCode = this.failed > 0 ? 1 : 0;
  }
}

/** @param {string} output */
function indented(output) {
  if (output === '') return '';
  return output
    .replace(/\n*$/, '\n')
    .replaceAll(/^/gm, '  | ')
    .replace(/ {2}\| $/, '');
}
