/** A record of 40 trades below a title, as a file for the check: enough to be judged. */
export const JUDGED_RECORD = {
  name: 'record.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from(
    [
      'Account history of demo-1',
      'time,pair,direction,expiry,stake,payout,result',
      ...Array.from(
        { length: 40 },
        (_, at) => `2026-11-16 09:${10 + at}:00,EUR/USD,CALL,60,10,0.8,${at % 3 ? 'won' : 'lost'}`,
      ),
    ].join('\n'),
  ),
};
