import { parseSync } from 'vite';
import { expect, test } from 'vitest';
import { withoutUncalled } from './called-methods.ts';

const CODE = `
import { dear } from './dear.js';
export default class Client {
  constructor() {
    this.kept = 1;
    this.admin = { ban: this.ban.bind(this) };
  }
  signIn() {
    this.log('signIn', { a: 1 });
    if (inBrowser() && this.looks && this.kept) { this.log('looks'); return this.callback(); }
    return this.send();
  }
  callback() { return 1; }
  log(...words) { if (this.kept) console.log(...words); }
  send() { return this.kept; }
  end() { return this.admin.ban(); }
  async ban() { return dear(); }
  get unused() { return this.send(); }
}
`;
const OPTIONS = { file: '', className: 'Client', called: ['signIn'], unread: ['admin'] };

function built(options = {}): string {
  const { program } = parseSync('client.js', CODE);
  return withoutUncalled(CODE, program.body as never, { ...OPTIONS, ...options });
}

test('what is called stays, with what it calls; what nothing reaches is gone', () => {
  const names = [...built().matchAll(/^ {2}(?:async |get )?(\w+)\(/gm)].map(([, name]) => name);
  expect(names).toEqual(['constructor', 'signIn', 'callback', 'log', 'send']);
  expect(built()).not.toMatch(/ban|dear\(/);
});

test('without what waits for an option that is off, and without its log', () => {
  const quiet = built({ off: ['looks'], silent: ['log'] });
  expect(quiet).not.toMatch(/log|looks|callback/);
  expect(quiet).toMatch(/return this\.send\(\)/);
  expect(parseSync('client.js', quiet).errors).toEqual([]);
});

test('what is left still parses', () => {
  expect(parseSync('client.js', built()).errors).toEqual([]);
});

test('a method or a field that is not there fails the build', () => {
  expect(() => built({ called: ['signIn', 'signUp'] })).toThrow('Client is not as expected; missing: signUp');
  expect(() => built({ unread: ['passkey'] })).toThrow('missing: a field');
  expect(() => built({ silent: ['debug'] })).toThrow('missing: debug');
  expect(() => built({ called: ['signIn', 'end'] })).toThrow('what is left of Client reads admin');
  expect(() => built({ className: 'Other' })).toThrow('there is no class Other');
});
