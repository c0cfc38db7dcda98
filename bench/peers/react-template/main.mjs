/**
 * A sign-in page as common React templates make it: an empty document, and one script with React, a router, an auth client, a
 * validation library and a chart library, 150 kB as brotli sends it, that draws the page.
 */
import { AuthClient } from '@supabase/auth-js';
import { createChart } from 'lightweight-charts';
import { createElement as h } from 'react';
import { createRoot } from 'react-dom/client';
import { Route, Switch } from 'wouter';
import * as z from 'zod';

const credentials = z.object({ email: z.email(), password: z.string().min(1) });
const auth = new AuthClient({ url: location.origin, storageKey: 'template' });
Object.assign(globalThis, { template: { credentials, auth, createChart } });

const STEPS = [
  'Open an account at the partner broker',
  'Deposit at least $25',
  'Send your trader ID to the provider by phone',
  'Receive your key within 24 hours',
];

function SignIn() {
  return h(
    'main',
    { style: { fontFamily: 'sans-serif', maxWidth: '40rem', margin: '2rem auto' } },
    h('h1', null, 'Signals that say what they are.'),
    h('p', null, 'Every number is either measured and scored in public, or says that it is a random draw.'),
    h(
      'form',
      null,
      h('label', null, 'Email', h('input', { type: 'email', name: 'email' })),
      h('label', null, 'Password', h('input', { type: 'password', name: 'password' })),
      h('button', { type: 'submit' }, 'Sign In'),
    ),
    h('ol', null, ...STEPS.map((step) => h('li', { key: step }, step))),
  );
}

createRoot(document.getElementById('root')).render(
  h(Switch, null, h(Route, { path: '/' }, h(SignIn)), h(Route, null, '404')),
);
