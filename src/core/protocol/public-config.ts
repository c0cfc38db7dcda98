/** What `GET /config.json` tells the browser. Nothing in it is secret. */
export interface PublicConfig {
  /** Base address of the auth service, without a trailing slash: `/auth/v1` of this origin or of a hosted project. */
  readonly authUrl: string;
  /** Public key of the auth service; sent as the `apikey` header. The embedded server ignores it. */
  readonly anonKey: string;
  /** Whether this server has market signals and their record; without them the page shows only the simulated ones. */
  readonly market: boolean;
  /** False on a replay or on made-up prices: the page has a banner that says so. */
  readonly livePrices: boolean;
  /** Whether the record may be read without signing in. */
  readonly publicRecord: boolean;
  /** Whether whole days of prices may be fetched without signing in. */
  readonly publicPrices: boolean;
  readonly brand: Brand;
  readonly contact: Contact;
}

export interface Brand {
  /** Shown in the header, the sign-in screen and the page title. */
  readonly name: string;
}

export interface Contact {
  /** Shown as written; dialled with everything but `+` and digits removed. */
  readonly phone: string;
  readonly brokerUrl: string;
  readonly videosUrl: string;
  readonly communityUrl: string;
}
