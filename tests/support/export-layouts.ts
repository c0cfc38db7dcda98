/** Exports of terminals, brokers, trackers and bookmakers, written from their public documentation, each with its truth. */
import { BOOKMAKER_LAYOUTS } from './bookmaker-layouts.ts';
import { BROKER_LAYOUTS } from './broker-layouts.ts';
import { FIXED_TIME_LAYOUTS } from './fixed-time-layouts.ts';
import { PLATFORM_LAYOUTS } from './platform-layouts.ts';
import { SHEET_LAYOUTS } from './sheet-layouts.ts';
import { TERMINAL_LAYOUTS } from './terminal-layouts.ts';
import { TRACKER_LAYOUTS } from './tracker-layouts.ts';
import type { Layout } from './layout.ts';

export const EXPORT_LAYOUTS: readonly Layout[] = [
  ...TERMINAL_LAYOUTS,
  ...FIXED_TIME_LAYOUTS,
  ...BOOKMAKER_LAYOUTS,
  ...TRACKER_LAYOUTS,
  ...PLATFORM_LAYOUTS,
  ...BROKER_LAYOUTS,
  ...SHEET_LAYOUTS,
];
