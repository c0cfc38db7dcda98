import { useState } from 'react';
import type { ComparedPrices, MissedWin, WantedDay } from '../../../core/check/price-comparison.ts';
import { pricesPath } from '../../../core/market/day-prices.ts';
import type { PriceSpan } from '../../../core/wire/market.ts';
import { formatCivil } from '../../../core/time/civil-date.ts';
import { priceScale } from '../../../core/market/instruments.ts';
import type { ApiClient } from '../../lib/api-client.ts';
import { formatCount, formatDecimal, formatPrice } from '../../lib/figures.ts';
import { loadPriceBytes } from '../../lib/prices.ts';
import { Button } from '../../ui/button.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { Fold } from '../../ui/fold.tsx';
import { Refused } from '../../ui/payout-field.tsx';
import type { CheckResult, GivenRecord } from './check-worker.ts';
import type { Checker } from './checker.ts';
import { texts } from './texts.ts';
import { signalWords } from '../../ui/signal-texts.ts';

/** A day of which this server has prices, and which of them. */
export interface PricedDay extends WantedDay {
  readonly span: PriceSpan;
}

/** More days are not fetched for one record. */
const MOST_DAYS = 250;

/** Those of the wanted days that this server has, at most 250: the ones with most trades. */
export function pricedDays(wanted: readonly WantedDay[], spans: readonly PriceSpan[]): readonly PricedDay[] {
  return wanted
    .flatMap((day) => {
      const span = spans.find(
        ({ pair, firstDay, lastDay }) => pair === day.pair && firstDay <= day.day && day.day <= lastDay,
      );
      return span === undefined ? [] : [{ ...day, span }];
    })
    .sort((a, b) => b.lookups - a.lookups)
    .slice(0, MOST_DAYS);
}

/** Where prices come from: the server's address book of days, asked before there was anything to check. */
export interface PriceOffer {
  readonly api: ApiClient;
  readonly spans: readonly PriceSpan[];
}

interface PricesCardProps {
  readonly offer: PriceOffer;
  readonly days: CheckResult['days'];
  readonly record: GivenRecord;
  readonly ask: Checker['ask'];
}

type State =
  | { readonly step: 'offered' }
  | { readonly step: 'comparing'; readonly record: GivenRecord; readonly done: number }
  | {
      readonly step: 'done';
      readonly record: GivenRecord;
      readonly compared: ComparedPrices;
      /** How many days did not come, and why the last of them. */
      readonly missing: number;
      readonly why: string;
    };

const OFFERED: State = { step: 'offered' };

/** The claimed wins beside the prices of their days; fetched when the reader asks for it, whole days only. */
export function PricesCard({ offer: { api, spans }, days, record, ask }: PricesCardProps) {
  const [last, setState] = useState<State>(OFFERED);
  // A record that is read in another way has not been compared.
  const state = 'record' in last && last.record !== record ? OFFERED : last;
  const priced = pricedDays(days, spans);
  if (priced.length === 0) return null;

  async function compare(): Promise<void> {
    setState({ step: 'comparing', record, done: 0 });
    let answer = await ask({ wanted: 'comparison', ...record });
    let [missing, why] = [0, ''];
    for (const [at, day] of priced.entries()) {
      try {
        const bytes = await loadPriceBytes(api, pricesPath(day.span, day.day));
        answer = await ask({ wanted: 'day', pair: day.pair, day: day.day, kind: day.span.kind, bytes });
      } catch (error) {
        missing += 1;
        why = (error as Error).message;
      }
      // Another question was asked meanwhile, and this card is that of the last one.
      if (answer === undefined) return setState(OFFERED);
      setState({ step: 'comparing', record, done: at + 1 });
    }
    if (answer !== undefined && 'compared' in answer)
      setState({ step: 'done', record, compared: answer.compared, missing, why });
  }

  return (
    <Fold label={texts.prices}>
      {state.step === 'done' ? (
        <>
          <Compared compared={state.compared} />
          <Refused
            why={
              state.missing === 0
                ? undefined
                : texts.pricesFailed({
                    missing: formatCount(state.missing),
                    all: formatCount(priced.length),
                    why: state.why,
                  })
            }
          />
        </>
      ) : (
        <>
          <p>{texts.pricesOffer({ have: formatCount(priced.length), all: formatCount(days.length) })}</p>
          {priced.length < MOST_DAYS ? null : <p>{texts.pricesOnly({ days: MOST_DAYS })}</p>}
          <p className="check__controls">
            <Button
              look="line"
              busyLabel={
                state.step === 'comparing'
                  ? texts.comparing({ done: formatCount(state.done), all: formatCount(priced.length) })
                  : undefined
              }
              onClick={() => void compare()}
            >
              {texts.compare}
            </Button>
          </p>
        </>
      )}
    </Fold>
  );
}

function Compared({ compared }: { readonly compared: ComparedPrices }) {
  const { outcomes, missedByAPip, missed, entries } = compared;
  const { won, lost } = outcomes;
  const claimedWins = won.won + won.lost + won.unchanged;
  const claimedLosses = lost.won + lost.lost + lost.unchanged;
  const missedWins = won.lost + won.unchanged;
  const leftOut = [
    compared.open > 0 && texts.openAtMinutes({ count: compared.open }),
    compared.unpriced > 0 && texts.unpriced({ count: compared.unpriced }),
    compared.withoutMarket > 0 && texts.withoutMarket({ count: compared.withoutMarket }),
    compared.unclear > 0 && texts.unclear({ count: compared.unclear }),
  ].filter((sentence) => sentence !== false);
  return (
    <>
      <output>
        <b>
          {claimedWins === 0
            ? texts.noWins
            : texts.winsMissed({ missed: missedWins, claimed: formatCount(claimedWins) })}
        </b>{' '}
        {missedWins === 0 ? null : texts.byAPip({ count: missedByAPip })}
      </output>
      {lost.won === 0 ? null : (
        <p>{texts.lossesWon({ count: lost.won, claimed: formatCount(claimedLosses) })}</p>
      )}
      {entries === null ? null : (
        <p>
          {texts.entries({
            pips: formatDecimal(entries.medianPips, 1),
            n: formatCount(entries.compared),
            better: entries.better,
            worse: formatCount(entries.worse),
          })}
        </p>
      )}
      {missed.length === 0 ? null : <MissedWins missed={missed} />}
      {leftOut.length === 0 ? null : (
        <ul className="check__facts">
          {leftOut.map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
      )}
      <p className="hint">{texts.pricesCaution}</p>
      <p className="hint">{texts.howPrices}</p>
    </>
  );
}

function MissedWins({ missed }: { readonly missed: readonly MissedWin[] }) {
  return (
    <DataTable
      label={texts.winsThatWereNot}
      className="check__groups"
      caption={<caption>{texts.winsThatWereNot}</caption>}
      columns={[
        texts.when,
        signalWords.pair,
        signalWords.direction,
        texts.claimedEntry,
        signalWords.entry,
        texts.expiryTitle,
        texts.against,
      ]}
    >
      {missed.map(({ timeMs, pair, direction, claimedEntry, entry, exit, pips }, at) => {
        const price = (value: number): string =>
          formatPrice(pair, Math.round(value * priceScale(pair) * 2) / 2);
        return (
          // oxlint-disable-next-line react/no-array-index-key -- two trades may be alike in everything
          <tr key={at}>
            <th scope="row">
              <bdi dir="ltr">{formatCivil(timeMs, true)}</bdi>
            </th>
            <td>{pair}</td>
            <td>{direction}</td>
            <td>{claimedEntry === null ? '' : price(claimedEntry)}</td>
            <td>{price(entry)}</td>
            <td>{price(exit)}</td>
            <td>{formatDecimal(pips, 1)}</td>
          </tr>
        );
      })}
    </DataTable>
  );
}
