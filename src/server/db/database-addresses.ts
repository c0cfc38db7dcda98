/** Scheme and user; hosts; path and parameters. */
const PARTS = /^([a-z]+:\/\/(?:[^/?#]*@)?)([^/?#]*)([^]*)$/;

/**
 * The addresses that a DATABASE_URL lists, in the form of PostgreSQL's own library: `postgresql://user@one,two:5433/pipcast`, or
 * `?host=/one,/two&port=5432,5433`. Each is a connection string of its own; one that lists a single host stays as it is.
 */
export function databaseAddresses(url: string): string[] {
  const [, start = '', hosts = '', rest = ''] = PARTS.exec(url) ?? [];
  if (hosts.includes(',')) return hosts.split(',').map((host) => `${start}${host}${rest}`);
  const [path = '', search = ''] = rest.split('?');
  const parameters = new URLSearchParams(search);
  const places = parameters.get('host')?.split(',') ?? [];
  if (places.length < 2) return [url];
  const ports = parameters.get('port')?.split(',') ?? [];
  return places.map((host, at) => {
    const own = new URLSearchParams(parameters);
    own.set('host', host);
    const port = ports[at] ?? ports[0];
    if (port !== undefined) own.set('port', port);
    return `${start}${hosts}${path}?${own}`;
  });
}
