import type { RandomUint32 } from './random.ts';

/** A random UUID (version 4, RFC 9562): 122 random bits. As hard to guess as its source. */
export function randomUuid(random: RandomUint32): string {
  const hex = Array.from({ length: 4 }, () => random().toString(16).padStart(8, '0')).join('');
  const variant = '89ab'.charAt(Number.parseInt(hex.charAt(16), 16) & 3);
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `4${hex.slice(13, 16)}`,
    `${variant}${hex.slice(17, 20)}`,
    hex.slice(20),
  ].join('-');
}
