import { defineTexts } from '../catalogue.ts';

/** What the auth service says to people who sign in, by its codes; in English its own words. */
export const refusalTexts = defineTexts('lib/refusals', {
  invalid_credentials: 'Invalid login credentials',
  over_request_rate_limit: 'Request rate limit reached',
  user_banned: 'User is banned',
});
