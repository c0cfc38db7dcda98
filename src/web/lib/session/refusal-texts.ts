import { defineTexts } from '../catalogue.ts';

/** The auth service's refusals by code; in English its own messages are shown. */
export const refusalTexts = defineTexts('lib/refusals', {
  invalid_credentials: 'Invalid login credentials',
  over_request_rate_limit: 'Request rate limit reached',
  user_banned: 'User is banned',
});
