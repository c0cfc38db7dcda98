export type { TypedApp } from './auth/session-routes.ts';
