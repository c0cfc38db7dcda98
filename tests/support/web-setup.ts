import { cleanup, configure } from '@testing-library/react';
import { afterEach, beforeEach, vi } from 'vitest';

/** For the component tests: each starts on an empty page, and what it prints unasked fails it. */

// The files share what they import from node_modules; each has the product's own modules to itself.
vi.resetModules();

// How long a test waits for what it expects to appear, on however busy a computer.
configure({ asyncUtilTimeout: 10_000 });

const LEVELS = ['debug', 'info', 'log', 'warn', 'error'] as const;
let printed: string[] = [];

beforeEach(() => {
  printed = [];
  for (const level of LEVELS) {
    vi.spyOn(console, level).mockImplementation((...words: unknown[]) => {
      printed.push(`console.${level}: ${words.map(String).join(' ')}`);
    });
  }
});

afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.restoreAllMocks();
  localStorage.clear();
  sessionStorage.clear();
  document.documentElement.removeAttribute('data-theme');
  if (printed.length > 0) {
    throw new Error(
      `unexpected console output (a test that expects some spies on that console method):\n${printed.join('\n')}`,
    );
  }
});
