/** Whether If-None-Match names `etag`: `*` or a list of tags; a proxy that compressed again marks ours as weak (`W/`). */
export function isFresh(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  return header.split(',').some((tag) => tag.trim() === '*' || tag.trim().replace(/^W\//, '') === etag);
}
