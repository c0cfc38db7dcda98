import { afterAll, beforeAll } from 'vitest';
import { ARGON2ID } from '../../src/server/auth/passwords.ts';

/** For the tests of the server, which hash passwords some thousand times: elsewhere than in passwords.test.ts that costs next to nothing. */
const OURS = { ...ARGON2ID };
beforeAll(() => void Object.assign(ARGON2ID, { memoryCost: 64, timeCost: 1 }));
afterAll(() => void Object.assign(ARGON2ID, OURS));
