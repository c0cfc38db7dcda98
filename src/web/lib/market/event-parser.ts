export interface StreamEvent {
  readonly name: string;
  readonly data: string;
  /** Undefined when neither this event nor one before it had an id. */
  readonly lastEventId: string | undefined;
}

export interface EventParserListeners {
  onEvent(event: StreamEvent): void;
  /** The server's wish for the wait before the next connection, in ms. */
  onRetry?(ms: number): void;
}

/**
 * Reads the event stream format of the HTML standard, in pieces cut anywhere: lines end with CR, LF or CRLF, a byte order mark
 * at the start is skipped, comments and unknown fields are ignored, and an event that the end cuts off is dropped.
 */
export function createEventParser({ onEvent, onRetry }: EventParserListeners): (chunk: Uint8Array) => void {
  // The decoder drops the byte order mark, and keeps a character that was cut in two for the next chunk.
  const decoder = new TextDecoder();
  let rest = '';
  let isAfterCr = false;
  let name = '';
  let data: string[] = [];
  let lastEventId: string | undefined;

  function takeLine(line: string): void {
    if (line === '') {
      if (data.length > 0) onEvent({ name: name || 'message', data: data.join('\n'), lastEventId });
      name = '';
      data = [];
      return;
    }
    const colon = line.indexOf(':');
    if (colon === 0) return;
    const field = colon === -1 ? line : line.slice(0, colon);
    const value = colon === -1 ? '' : line.slice(colon + (line[colon + 1] === ' ' ? 2 : 1));
    if (field === 'event') name = value;
    else if (field === 'data') data.push(value);
    else if (field === 'id' && !value.includes('\0')) lastEventId = value;
    else if (field === 'retry' && /^\d+$/.test(value)) onRetry?.(Number(value));
  }

  return (chunk) => {
    let text = decoder.decode(chunk, { stream: true });
    // A CRLF that was cut in the middle ends one line, not two.
    if (isAfterCr && text !== '') {
      isAfterCr = false;
      if (text.startsWith('\n')) text = text.slice(1);
    }
    if (text === '') return;
    const lines = (rest + text).split(/\r\n|\r|\n/);
    isAfterCr = text.endsWith('\r');
    rest = lines.pop() ?? '';
    for (const line of lines) takeLine(line);
  };
}
