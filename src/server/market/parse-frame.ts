/** Reads one frame as a JSON object; `undefined` when it is anything else (an HTML page, half a frame, a list). */
export function parseFrame(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
}

/** A vendor's words on their way into a sentence of ours: short, without control characters and closing full stop. */
export function vendorText(value: unknown): string {
  return String(value).replaceAll(/\p{C}/gu, '').slice(0, 120).replace(/\.$/, '');
}
