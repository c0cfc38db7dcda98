import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

/** The app behind a slow line: of an HTML page the part up to a text comes first, the rest so many ms later. */
export async function startSlowPage(appUrl: string, upTo: string, restAfterMs: number) {
  const { host } = new URL(appUrl);
  const server = createServer((incoming, outgoing) => {
    const headers = { ...incoming.headers, host, 'accept-encoding': 'identity' };
    const forwarded = request(
      `${appUrl}${incoming.url}`,
      { method: incoming.method, headers },
      async (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
        if (!answer.headers['content-type']?.startsWith('text/html')) {
          answer.pipe(outgoing);
          return;
        }
        const html = Buffer.concat(await answer.toArray());
        const first = html.indexOf(upTo) + upTo.length;
        outgoing.write(html.subarray(0, first));
        await pause(restAfterMs);
        outgoing.end(html.subarray(first));
      },
    );
    incoming.pipe(forwarded);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => void server.close(),
  };
}
