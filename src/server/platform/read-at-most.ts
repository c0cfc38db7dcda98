/** The bytes of a stream to its end; undefined once there are more than `most`, and the rest is not read. */
export async function readAtMost(
  parts: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  most: number,
): Promise<Buffer | undefined> {
  const read: Uint8Array[] = [];
  let length = 0;
  for await (const part of parts) {
    length += part.length;
    if (length > most) return undefined;
    read.push(part);
  }
  return Buffer.concat(read);
}
