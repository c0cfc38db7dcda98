import { formatCount } from '../../lib/figures.ts';
import { formatPercent } from '../../lib/formats.ts';
import { Explained } from '../../ui/disclosure.tsx';
import { DieIcon } from '../../ui/tag.tsx';
import { Waffle, WafflePicture } from '../../ui/waffle.tsx';
import { signalWords } from '../../ui/signal-texts.ts';
import { BodyCard } from '../../ui/card.tsx';
import type { Headline } from './headline.ts';
import { Picture } from '../../ui/picture.tsx';
import { texts } from './texts.ts';
import { scoreTexts } from '../../ui/score-texts.ts';

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
    <BodyCard
      label={scoreTexts.inHundred}
      className="c5"
      aside={legend(engine, needed, payoutPercent)}
      bodyClassName="waffles"
    >
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
      <WafflePicture right={engine} needed={needed} />
      <p className="waffles__row apart">
        <Explained what="coin">
          <DieIcon /> {texts.coinSame} <b>{formatCount(coin)}</b>
        </Explained>
      </p>
      <WafflePicture right={coin} needed={needed} isCoin />
    </BodyCard>
  );
}

function legend(right: number, needed: number, payoutPercent: number): string {
  return texts.waffleLegend({
    is: needed > right ? 'short' : 'enough',
    count: formatCount(needed - right),
    payout: formatPercent(payoutPercent),
    needed: formatCount(needed),
  });
}

function FewCard({ won, settled }: WaffleCardProps['few']) {
  return (
    <section className="card c12" aria-label={texts.rightSoFar}>
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
