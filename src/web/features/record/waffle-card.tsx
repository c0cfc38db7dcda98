import { formatCount } from '../../lib/figures.ts';
import { formatPercent } from '../../lib/formats.ts';
import { Card } from '../../ui/card.tsx';
import { Explained } from '../../ui/disclosure.tsx';
import { DieIcon } from '../../ui/tag.tsx';
import { Waffle } from '../../ui/waffle.tsx';
import { signalWords } from '../../ui/signal-texts.ts';
import type { Headline } from './headline.ts';
import { Picture } from '../../ui/picture.tsx';
import { scoreTexts } from '../../ui/score-texts.ts';
import { texts } from './texts.ts';

interface WaffleCardProps {
  readonly headline: Headline;
  readonly payoutPercent: number;
  /** So many signals were won of so many decided, where they are too few for a rate. */
  readonly few: { readonly won: number; readonly settled: number };
}

/** Of 100 signals, how many were right: the engine and the coin; outlined is what a stake needs besides. */
export function WaffleCard({ headline, payoutPercent, few }: WaffleCardProps) {
  const { engine, coin, late, needed } = headline;
  if (engine === undefined || coin === undefined) return <FewCard {...few} />;
  return (
    <Card label={texts.inHundred} className="c5" aside={legend(engine, needed, payoutPercent)}>
      <div className="card__body waffles">
        <p className="waffles__row apart">
          <Explained what="inHundred">
            {signalWords.engine} <b>{formatCount(engine)}</b>
          </Explained>
          {late === undefined ? null : (
            <small className="hint">
              <Explained what="late">{texts.lateInHundred({ count: formatCount(late) })}</Explained>
            </small>
          )}
        </p>
        <Picture label={waffleLabel(engine, needed)}>
          <Waffle right={engine} needed={needed} />
        </Picture>
        <p className="waffles__row apart">
          <Explained what="coin">
            <DieIcon /> {texts.coinSame} <b>{formatCount(coin)}</b>
          </Explained>
        </p>
        <Picture label={waffleLabel(coin, needed)}>
          <Waffle right={coin} needed={needed} isCoin />
        </Picture>
      </div>
    </Card>
  );
}

function waffleLabel(right: number, needed: number): string {
  return scoreTexts.waffle({ right: formatCount(right), needed: formatCount(needed) });
}

function legend(right: number, needed: number, payoutPercent: number): string {
  const missing = needed - right;
  if (missing <= 0)
    return texts.enough({ payout: formatPercent(payoutPercent), needed: formatCount(needed) });
  return texts.missing({ count: formatCount(missing), payout: formatPercent(payoutPercent) });
}

function FewCard({ won, settled }: WaffleCardProps['few']) {
  return (
    <section className="card c12" aria-label={texts.soFar}>
      <div className="card__body waffles">
        <p className="waffles__row apart">
          <span>
            {texts.rightSoFar} <b>{formatCount(won)}</b>
          </span>
          <small className="hint">{texts.ofSoMany({ count: settled })}</small>
        </p>
        <Picture label={texts.fewWaffle({ right: formatCount(won), all: formatCount(settled) })}>
          <Waffle right={won} needed={settled} all={settled} />
        </Picture>
        <p className="hint">{texts.fewLegend}</p>
      </div>
    </section>
  );
}
