/** The pairs P-Special draws from, in the order they are listed. */
export const AUTO_PAIRS = ['EUR/USD', 'USD/JPY', 'EUR/JPY', 'EUR/GBP', 'USD/CAD'] as const;

/** The over-the-counter pairs of P-BOT, in menu order; the first is the menu's first choice. */
export const OTC_PAIRS = [
  'USD/INR',
  'USD/BRL',
  'USD/BDT',
  'USD/PKR',
  'EUR/USD',
  'USD/JPY',
  'EUR/JPY',
  'USD/CAD',
] as const;
