import { expect, test } from 'vitest';
import { ExportSeats } from './export-seats.ts';

test('one address has four exports at once, and a fifth when one of them ends', () => {
  const seats = new ExportSeats();
  const giveBack = [1, 2, 3, 4].map(() => seats.take('192.0.2.1'));
  expect(() => seats.take('192.0.2.1')).toThrow('4 files are on their way to you already.');
  expect(() => seats.take('192.0.2.2')).not.toThrow();
  giveBack[0]?.();
  expect(() => seats.take('192.0.2.1')).not.toThrow();
  expect(() => seats.take('192.0.2.1')).toThrow('4 files');
});

test('the addresses of one IPv6 network count as one: whoever has it has them all', () => {
  const seats = new ExportSeats();
  for (const last of [1, 2, 3, 4]) seats.take(`2001:db8:1:2::${last}`);
  expect(() => seats.take('2001:db8:1:2:ffff::5')).toThrow('4 files are on their way to you already.');
  expect(() => seats.take('2001:db8:1:3::1')).not.toThrow();
});

test('all addresses together have 32', () => {
  const seats = new ExportSeats();
  const giveBack = Array.from({ length: 32 }, (_, at) => seats.take(`192.0.2.${at}`));
  expect(() => seats.take('192.0.2.99')).toThrow('Too many files are being sent');
  giveBack[0]?.();
  expect(() => seats.take('192.0.2.99')).not.toThrow();
  expect(() => seats.take('192.0.2.100')).toThrow('Too many files');
});
