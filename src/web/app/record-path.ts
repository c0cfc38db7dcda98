const RECORD_PATH = /^\/record(?:\/([\da-f-]{36}))?$/;

/** Whether an address is the record's, or that of one signal of it. */
export function isRecordPath(path: string): boolean {
  return RECORD_PATH.test(path);
}

/** The id of the signal that an address names; undefined where it names none. */
export function signalOfPath(path: string): string | undefined {
  return RECORD_PATH.exec(path)?.[1];
}
