import { formatCount } from '../../lib/figures.ts';
import { formatPercent } from '../../lib/formats.ts';
import { Explained } from '../../ui/explained.tsx';
import { DieIcon } from '../../ui/tag.tsx';
import { Waffle } from '../../ui/waffle.tsx';
import { signalWords } from '../../ui/signal-texts.ts';
import type { Headline } from './headline.ts';
import { shortNote, stakeNote } from './stake-sentence.ts';
import { Picture } from './picture.tsx';
import { texts } from './texts.ts';

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
        <Row name={signalWords.engine} what="inHundred" right={engine} cents={engineCents} />
        <Picture label={waffleLabel(engine, needed)}>
          <Waffle right={engine} needed={needed} />
        </Picture>
        <Row name={texts.coinSame} what="coin" right={coin} cents={coinCents} isCoin />
        <Picture label={waffleLabel(coin, needed)}>
          <Waffle right={coin} needed={needed} isCoin />
        </Picture>
        <Row name={texts.late} what="late" right={late} cents={lateCents} isSmall />
        <p className="hint">{legend(engine, needed, payoutPercent)}</p>
      </div>
    </section>
  );
}

function waffleLabel(right: number, needed: number): string {
  return texts.waffle({ right: formatCount(right), needed: formatCount(needed) });
}

function legend(right: number, needed: number, payoutPercent: number): string {
  const missing = needed - right;
  if (missing <= 0)
    return texts.enough({ payout: formatPercent(payoutPercent), needed: formatCount(needed) });
  return texts.missing({ count: formatCount(missing), payout: formatPercent(payoutPercent) });
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
        <Picture label={texts.fewWaffle({ right: formatCount(won), all: formatCount(settled) })}>
          <Waffle right={won} needed={settled} all={settled} />
        </Picture>
        <p className="hint">{texts.fewLegend}</p>
      </div>
    </section>
  );
}
