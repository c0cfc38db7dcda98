import { render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { PUBLIC_CONFIG } from '../../../tests/support/public-config.ts';
import { messagesIn } from '../../../scripts/compile-texts.mjs';
import type { PublicConfig } from '../../core/wire/public-config.ts';
import type { RecordSummary } from '../../core/wire/record.ts';
import { Coach } from '../features/coach/coach.tsx';
import { RecordChoiceMenu } from '../features/record/details-fold.tsx';
import { createSession, type Session } from '../lib/session/session.ts';
import { App } from './app.tsx';

const SOURCES: Readonly<Record<string, string>> = import.meta.glob('../**/{texts,*-texts}.ts', {
  query: '?raw',
  import: 'default',
  eager: true,
});

/** What only a configuration makes true: that readers without an account see the record, or that prices are a market's. */
const CLAIM = /in public|everybody|without (signing in|an account)|live prices?\b/i;

/** Each message that claims such a thing, and which test holds it against the configuration. */
const CLAIMS = {
  'auth, promise': 'the sign-in page below',
  'auth, sampleMeasured': 'the sign-in page below',
  'coach, market': 'the introduction below',
  'market-signals, priceAge': 'market-views: calls the price of a replay not live',
  'market-signals, replay': 'it denies it',
  'record, live': 'the records to choose from below',
  'ui/abstentions, no-feed': 'it denies it',
};

const CONFIG: PublicConfig = { ...PUBLIC_CONFIG, market: true, publicRecord: true };

let session: Session | undefined;
afterEach(() => session?.dispose());

async function openSignIn(config: PublicConfig): Promise<string> {
  history.replaceState(null, '', '/auth');
  session = createSession({
    authUrl: '/auth/v1',
    anonKey: 'public',
    fetch: () => Promise.reject(new Error()),
  });
  render(<App config={config} session={session} />);
  await screen.findByRole('button', { name: 'Sign In' });
  return document.body.textContent;
}

function introduction(record: 'public' | 'closed', prices: 'live' | 'played'): string {
  render(<Coach record={record} prices={prices} onEnd={() => {}} />);
  return document.body.textContent;
}

describe('a sentence that claims something of the installation', () => {
  it('is one of those that are held against the configuration', () => {
    const claiming = Object.entries(SOURCES)
      .flatMap(([path, source]) => messagesIn(path, source))
      .filter(({ message }) => CLAIM.test(message))
      .map(({ room, key }) => `${room}, ${key}`);
    expect(claiming.sort()).toEqual(Object.keys(CLAIMS).sort());
  });

  it('says "in public" on the sign-in page only where the record is public', async () => {
    expect((await openSignIn(CONFIG)).match(/scored in public/g)).toHaveLength(2);
  });

  it('says "in the record" on the sign-in page where the record is closed', async () => {
    const text = await openSignIn({ ...CONFIG, publicRecord: false });
    expect(text.match(/scored in the record/g)).toHaveLength(2);
    expect(text).not.toMatch(CLAIM);
  });

  it('claims nothing measured on the sign-in page where there are no market signals', async () => {
    const text = await openSignIn({ ...CONFIG, market: false, publicRecord: false });
    expect(text).not.toMatch(/scored|measured/);
  });

  it('says in the introduction what the configuration makes true', () => {
    expect(introduction('public', 'live')).toContain(
      'computed from live prices. Each signal is scored in public.',
    );
  });

  it('calls the prices live only of the record that has no other label', () => {
    const choice = { engine: '1', settled: 1 };
    const choices = [
      { ...choice, ledger: 'live', label: null },
      { ...choice, ledger: 'replay-1', label: 'replay 2014-05-08' },
      { ...choice, ledger: 'synthetic-1', label: 'synthetic' },
    ];
    const summary = { choices, ledger: 'live', engine: '1' } as unknown as RecordSummary;
    render(<RecordChoiceMenu summary={summary} onChange={() => {}} />);
    const names = screen.getAllByRole('option').map((option) => option.textContent);
    expect(names.map((name) => CLAIM.test(name))).toEqual([true, false, false]);
  });

  it('says in the introduction neither live prices nor in public where both are not so', () => {
    const text = introduction('closed', 'played');
    expect(text).toContain('computed from prices that are not live. Each signal is scored in the record.');
    expect(text).not.toMatch(CLAIM);
  });
});
