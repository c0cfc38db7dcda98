/** Loaded into a server (`--import`): its clock is as many ms ahead as the file of PIPCAST_TEST_CLOCK says, read again at SIGUSR2. */
import { readFileSync } from 'node:fs';

const RealDate = Date;
let aheadMs = 0;
const read = () => {
  aheadMs = Number(readFileSync(process.env['PIPCAST_TEST_CLOCK'] ?? '', 'utf8'));
};
read();
process.on('SIGUSR2', read);

globalThis.Date = class extends RealDate {
  /** @param {unknown[]} parts */
  constructor(...parts) {
    // @ts-expect-error As many parts as there are.
    super(...(parts.length === 0 ? [RealDate.now() + aheadMs] : parts));
  }
  static now() {
    return RealDate.now() + aheadMs;
  }
};
