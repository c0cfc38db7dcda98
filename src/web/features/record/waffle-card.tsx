import { Explained } from '../../ui/explained.tsx';
import { DieIcon } from '../../ui/tag.tsx';
import type { Headline } from './headline.ts';
import { shortNote, stakeNote } from './stake-sentence.ts';
import { Picture } from './picture.tsx';
import { texts } from './texts.ts';

const COLUMNS = 25;
const CELL = 16;
const RADIUS = 6.6;

interface WaffleCardProps {
  readonly headline: Headline;
  readonly payoutPercent: number;
  /** So many signals were won of so many decided, where they are too few for a rate. */
  readonly few: { readonly won: number; readonly settled: number };
}

/** Of 100 signals, how many were right: the engine, the coin, the engine entered late; outlined is what a stake needs besides. */
export function WaffleCard({ headline, payoutPercent, few }: WaffleCardProps) {
  const { engine, coin, late, needed, engineCents, coinCents, lateCents } = headline;
  if (engine === undefined || coin === undefined) return <FewCard {...few} />;
  return (
    <section className="card c5" aria-label={texts.inHundred}>
      <div className="card__body waffles">
        <Row name={texts.engine} what="inHundred" right={engine} cents={engineCents} />
        <Waffle right={engine} needed={needed} />
        <Row name={texts.coinSame} what="coin" right={coin} cents={coinCents} isCoin />
        <Waffle right={coin} needed={needed} isCoin />
        <Row name={texts.late} what="late" right={late} cents={lateCents} isSmall />
        <p className="card__hint">{legend(engine, needed, payoutPercent)}</p>
      </div>
    </section>
  );
}

function legend(right: number, needed: number, payoutPercent: number): string {
  const missing = needed - right;
  if (missing <= 0) return texts.enough({ payout: String(payoutPercent), needed: String(needed) });
  return texts.missing({ count: String(missing), payout: String(payoutPercent) });
}

function Row({
  name,
  what,
  right,
  cents,
  isCoin = false,
  isSmall = false,
}: {
  readonly name: string;
  readonly what: 'inHundred' | 'coin' | 'late';
  readonly right: number | undefined;
  readonly cents: number | undefined;
  readonly isCoin?: boolean;
  readonly isSmall?: boolean;
}) {
  if (right === undefined || cents === undefined) return null;
  return (
    <p className={isSmall ? 'waffles__row waffles__row--small' : 'waffles__row'}>
      <span>
        {isCoin ? <DieIcon /> : null}
        {name}
      </span>
      <b>
        <Explained what={what}>{right}</Explained>
      </b>
      <small>
        <Explained what="cents">{isCoin || isSmall ? shortNote(cents) : stakeNote(cents)}</Explained>
      </small>
    </p>
  );
}

function Waffle({
  right,
  needed,
  isCoin = false,
}: {
  readonly right: number;
  readonly needed: number;
  readonly isCoin?: boolean;
}) {
  return (
    <Picture label={texts.waffle({ right: String(right), needed: String(needed) })}>
      <svg
        className={isCoin ? 'waffle waffle--coin' : 'waffle'}
        viewBox={`0 0 ${COLUMNS * CELL} ${4 * CELL}`}
        aria-hidden="true"
      >
        <path className="waffle__off" d={pips(Math.max(right, needed), 100, RADIUS)} />
        <path className="waffle__need" d={pips(right, needed, RADIUS - 1)} />
        <path className="waffle__right" d={pips(0, right, RADIUS)} />
      </svg>
    </Picture>
  );
}

/** A waffle of what there is, where a rate would say nothing. */
function FewCard({ won, settled }: WaffleCardProps['few']) {
  return (
    <section className="card c5" aria-label={texts.soFar}>
      <div className="card__body waffles">
        <p className="waffles__row">
          <span>{texts.rightSoFar}</span>
          <b>{won}</b>
          <small>{texts.ofSoMany({ count: settled })}</small>
        </p>
        <Picture label={texts.fewWaffle({ right: String(won), all: String(settled) })}>
          <svg
            className="waffle"
            viewBox={`0 0 ${COLUMNS * CELL} ${Math.ceil(Math.max(settled, 1) / COLUMNS) * CELL}`}
            aria-hidden="true"
          >
            <path className="waffle__need waffle__need--lost" d={pips(won, settled, RADIUS - 1)} />
            <path className="waffle__right" d={pips(0, won, RADIUS)} />
          </svg>
        </Picture>
        <p className="card__hint">{texts.fewLegend}</p>
      </div>
    </section>
  );
}

/** Circles from one place of the grid up to, not including, another. */
function pips(from: number, to: number, radius: number): string {
  let path = '';
  for (let at = from; at < to; at += 1) {
    const x = (at % COLUMNS) * CELL + CELL / 2 - radius;
    const y = Math.floor(at / COLUMNS) * CELL + CELL / 2;
    path += `M${x} ${y}a${radius} ${radius} 0 1 0 ${2 * radius} 0 ${radius} ${radius} 0 1 0 ${-2 * radius} 0`;
  }
  return path;
}
