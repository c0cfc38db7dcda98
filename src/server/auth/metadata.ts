import { validationFailed } from './auth-error.ts';
import type { Metadata } from './user.ts';

/** Metadata travels in every access token, and a request's headers may hold 16 KiB in all. In bytes of JSON. */
export const LARGEST_METADATA_BYTES = 4096;
const DEEPEST_METADATA = 32;

/**
 * A copy of client-given metadata that the database can hold: lone surrogates replaced. Throws `validation_failed`
 * when it holds a NUL character or is nested too deep.
 */
export function requireMetadata(data: Metadata): Metadata {
  return storable(data, 1) as Metadata;
}

/** Throws `validation_failed` when the metadata as a whole is too large. */
export function requireMetadataSize(data: Metadata): void {
  if (Buffer.byteLength(JSON.stringify(data)) > LARGEST_METADATA_BYTES) {
    throw validationFailed(`User metadata cannot be longer than ${LARGEST_METADATA_BYTES} bytes of JSON`);
  }
}

/** Top-level keys merge and null removes one; nested values are replaced whole. */
export function mergeMetadata(old: Metadata, changes: Metadata): Metadata {
  const merged = new Map(Object.entries(old));
  for (const [key, value] of Object.entries(changes)) {
    if (value === null) merged.delete(key);
    else merged.set(key, value);
  }
  return Object.fromEntries(merged);
}

function storable(value: unknown, depth: number): unknown {
  if (depth > DEEPEST_METADATA)
    throw validationFailed(`User metadata cannot be nested deeper than ${DEEPEST_METADATA}`);
  if (typeof value === 'string') return storableText(value);
  if (typeof value === 'number' && !Number.isFinite(value))
    throw validationFailed('User metadata holds a number too large');
  if (Array.isArray(value)) return value.map((each) => storable(each, depth + 1));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [storableText(key), storable(each, depth + 1)]),
  );
}

function storableText(text: string): string {
  if (text.includes('\0')) throw validationFailed('User metadata cannot hold a NUL character');
  return wellFormed(text);
}

export function wellFormed(text: string): string {
  return Buffer.from(text).toString();
}
