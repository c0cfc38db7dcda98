import { vi } from 'vitest';

// The files of one worker share what they import from node_modules; each has the product's own modules to itself.
vi.resetModules();
