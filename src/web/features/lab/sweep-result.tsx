import type { CSSProperties, ReactNode } from 'react';
import type { SweepCell, SweepResult } from '../../../core/lab/lab.ts';
import { type Rule, ruleAt, type Sweep } from '../../../core/lab/rule.ts';
import { breakEvenRate } from '../../../core/record/verdict.ts';
import { formatCount, formatRate, formatTenths } from '../../lib/figures.ts';
import { usePayout } from '../../lib/payout.ts';
import { LuckCard } from '../../ui/luck-dots.tsx';
import { Picture } from '../../ui/picture.tsx';
import { BodyCard } from '../../ui/card.tsx';
import { formatDays } from './lab-formats.ts';
import { AtPayout, type Finding, needMark, ruleJudgement, YouNeed } from './rule-result.tsx';
import { numberFields, ruleName } from './rule-words.ts';
import { texts } from './texts.ts';
import { inUnits, luckDots, type Tries } from './tries.ts';

export interface SweepResultProps {
  /** With ranges in the place of what is changed. */
  readonly rule: Sweep;
  readonly figures: SweepResult;
  readonly tries: Tries;
}

const rateOf = ({ right, decided }: Pick<SweepCell, 'right' | 'decided'>): number => right / decided;
const middleOf = (rates: Float64Array): number => [...rates].sort((a, b) => a - b)[rates.length >> 1] ?? 0.5;

/** What the best of all came to, beside the best of as many that know nothing. */
export function sweepFinding({ figures }: Pick<SweepResultProps, 'figures'>, payout: number): Finding {
  const { cells, best, judged, luck } = figures;
  const cell = best === null ? undefined : cells[best];
  const inHundred = (rate: number): string => formatCount(Math.round(rate * 100));
  return {
    title:
      cell === undefined
        ? texts.noneJudged({ count: formatCount(cells.length) })
        : `${texts.bestRight({ count: formatCount(judged), right: inHundred(rateOf(cell)) })} ${texts.stillShows({ right: inHundred(middleOf(luck.rates)) })}`,
    lead: (
      <p className="lead">
        {sweptSentence(figures)} <AtPayout />
        <YouNeed payout={payout} />
      </p>
    ),
  };
}

/** What was counted. */
export function sweptSentence(figures: SweepResult): string {
  const { cells, bars, judged } = figures;
  return texts.manyLead({
    rules: formatCount(cells.length),
    bars: formatCount(bars),
    days: formatDays(figures),
    few: formatCount(cells.length - judged),
  });
}

interface SweepCardsProps extends SweepResultProps {
  /** Goes on with one rule of the sweep. */
  readonly onRule: (rule: Rule) => void;
}

/** The map of all rules, what looking costs, and what was found twice. */
export function SweepCards(props: SweepCardsProps) {
  const payout = usePayout() / 100;
  const breakEven = breakEvenRate(payout);
  return (
    <>
      <HeatCard {...props} breakEven={breakEven} />
      <CostCard {...props} payout={payout} />
      <AgainCard figures={props.figures} breakEven={breakEven} />
    </>
  );
}

interface CardProps {
  readonly figures: SweepResult;
  readonly breakEven: number;
}

const CELL = 10;
/** Shares of right answers up to which a cell has the next darker ink, in percent of it; what pays has the last two. */
const STEPS = [0.5, 0.52, 0.54] as const;
const INKS = ['8%', '22%', '36%', '54%', '76%', '100%'] as const;
type Shade = (typeof INKS)[number] | 'few';

function shadeOf({ score, right, decided }: SweepCell, breakEven: number): Shade {
  if (score === null) return 'few';
  const rate = right / decided;
  const steps =
    rate < breakEven ? STEPS.filter((step) => rate > step).length : rate > breakEven + 0.02 ? 5 : 4;
  return INKS[steps] as Shade;
}

/** Cells of one shade, as one path. */
function Cells({ shade, path }: { readonly shade: Shade; readonly path: string }) {
  return shade === 'few' ? (
    <path className="lab__cells lab__cells--few" d={path} />
  ) : (
    <path className="lab__cells" style={{ '--shade': shade } as CSSProperties} d={path} />
  );
}

function HeatCard({ rule, figures, breakEven, onRule }: CardProps & SweepCardsProps) {
  const { cells, swept, best } = figures;
  const names = new Map(numberFields(rule).map(({ at, name }) => [at, name]));
  const [up = '', right = ''] = swept.map(({ at }) => names.get(at) ?? '');
  const ruleOf = (cell: SweepCell): Rule => ruleAt(rule, swept, cell.values);
  const bestCell = best === null ? undefined : cells[best];
  const all = texts.allAtOnce({ count: formatCount(cells.length) });
  return (
    <BodyCard label={all} aside={texts.axes({ up, right })}>
      <HeatMap
        figures={figures}
        breakEven={breakEven}
        label={
          bestCell === undefined
            ? texts.noneJudged({ count: formatCount(cells.length) })
            : texts.heatPicture({ rule: ruleName(ruleOf(bestCell)), rate: formatRate(rateOf(bestCell)) })
        }
      />
      <ul className="key row">
        <li>{texts.inHundred}</li>
        {[...STEPS, breakEven, breakEven].map((edge, at) => (
          <li key={INKS[at]}>
            <Swatch shade={INKS[at] ?? 'few'} />
            <bdi dir="ltr">
              {['≤', '≤', '≤', '<', '≥'][at]} {formatTenths(edge * 100)}
            </bdi>
          </li>
        ))}
        <li>
          <Swatch shade="few" />
          {texts.under}
        </li>
      </ul>
      {bestCell === undefined ? null : (
        <p>
          {texts.best({
            b: <TryRule rule={ruleOf(bestCell)} onRule={onRule} />,
            rule: ruleName(ruleOf(bestCell)),
            right: formatCount(bestCell.right),
            decided: formatCount(bestCell.decided),
          })}
        </p>
      )}
    </BodyCard>
  );
}

/** A cell a rule, as one path for each shade: 1,600 cells are no more than seven shapes. */
function HeatMap({ figures, breakEven, label }: CardProps & { readonly label: string }) {
  const { cells, swept, best } = figures;
  const [up = [], across = []] = swept.map(({ values }) => values);
  const [rows, columns] = [up.length, across.length];
  const place = (at: number) => ({
    x: (at % columns) * CELL,
    y: (rows - 1 - Math.floor(at / columns)) * CELL,
  });
  const paths = new Map<Shade, string>();
  for (const [at, cell] of cells.entries()) {
    const { x, y } = place(at);
    const shade = shadeOf(cell, breakEven);
    paths.set(shade, `${paths.get(shade) ?? ''}M${x + 0.5} ${y + 0.5}h9v9h-9z`);
  }
  return (
    <Picture className="figure lab__heat" label={label}>
      <Ends className="lab__up" values={up.toReversed()} />
      <svg viewBox={`0 0 ${columns * CELL} ${rows * CELL}`} preserveAspectRatio="none" aria-hidden="true">
        {[...paths].map(([shade, path]) => (
          <Cells key={shade} shade={shade} path={path} />
        ))}
        {best === null ? null : <rect className="lab__best" {...place(best)} width={CELL} height={CELL} />}
      </svg>
      <Ends className="lab__across" values={across} />
    </Picture>
  );
}

/** The first, the middle and the last value of an axis. */
function Ends({ className, values }: { readonly className: string; readonly values: readonly number[] }) {
  const ends = new Set([values[0], values[values.length >> 1], values.at(-1)]);
  return (
    <span className={className} aria-hidden="true">
      {[...ends].map((value) => (
        <span key={value}>{formatCount(value ?? 0)}</span>
      ))}
    </span>
  );
}

interface TryRuleProps extends Pick<SweepCardsProps, 'onRule'> {
  readonly rule: Rule;
  /** Its name, by the message. */
  readonly children?: ReactNode;
}

/** The name of a rule of the sweep, to go on with it. */
function TryRule({ rule, onRule, children }: TryRuleProps) {
  return (
    <button type="button" className="lab__link reach" onClick={() => onRule(rule)}>
      <b>{children}</b>
    </button>
  );
}

function Swatch({ shade }: { readonly shade: Shade }) {
  return (
    <svg className="lab__swatch" viewBox="0 0 10 10" aria-hidden="true">
      <Cells shade={shade} path="M.5 .5h9v9h-9z" />
    </svg>
  );
}

function CostCard({ rule, figures, tries, payout, onRule }: SweepCardsProps & { readonly payout: number }) {
  const { cells, swept, best, clearest, judged, luck, shufflesAsGood } = figures;
  const cell = best === null ? undefined : cells[best];
  const clear = clearest === null ? undefined : cells[clearest];
  if (cell === undefined || clear === undefined) return null;
  const all = formatCount(luck.rates.length);
  const clearRule = ruleAt(rule, swept, clear.values);
  return (
    <LuckCard
      label={texts.lookingCosts}
      aside={texts.eachBest({ count: formatCount(judged) })}
      dots={luckDots(inUnits(luck.rates))}
      own={{ at: rateOf(cell), label: texts.yourBest({ rate: formatRate(rateOf(cell)) }) }}
      needed={needMark(payout)}
    >
      <p>
        {texts.bestShuffled({
          shuffles: shufflesAsGood === 0 ? 'none' : 'some',
          count: formatCount(shufflesAsGood),
          all,
          right: formatCount(Math.round(rateOf(cell) * 100)),
        })}
      </p>
      <p>
        {texts.clearest({
          b: <TryRule rule={clearRule} onRule={onRule} />,
          rule: ruleName(clearRule),
          right: formatCount(clear.right),
          decided: formatCount(clear.decided),
        })}{' '}
        {ruleJudgement({ ...clear, score: clear.score ?? 0 }, tries, payout)}
      </p>
    </LuckCard>
  );
}

const PLOT = 100;

/** Found in the first half of the open part, seen again in its second. */
function AgainCard({ figures, breakEven }: CardProps) {
  const { cells, fromMs, halfMs, untilMs } = figures;
  const rules = cells
    .filter(({ score, halves }) => score !== null && halves.every((half) => half.decided > 0))
    .map(({ halves: [first, second] }) => ({ first: rateOf(first), second: rateOf(second) }));
  if (rules.length === 0) return null;
  const paid = rules.filter(({ first }) => first >= breakEven);
  const again = paid.filter(({ second }) => second >= breakEven);
  const all = rules.flatMap(({ first, second }) => [first, second]);
  const low = Math.min(0.48, ...all);
  const high = Math.max(breakEven + 0.02, ...all);
  const at = (rate: number): number => ((rate - low) / (high - low)) * PLOT;
  const dots = (some: typeof rules): string =>
    some.map(({ first, second }) => `M${at(first).toFixed(1)} ${(PLOT - at(second)).toFixed(1)}h0`).join('');
  const none = dots(rules.filter(({ first }) => first < breakEven));
  const once = dots(paid.filter(({ second }) => second < breakEven));
  const days = {
    first: formatDays({ fromMs, untilMs: halfMs }),
    second: formatDays({ fromMs: halfMs, untilMs }),
  };
  const ticks = [0.45, 0.5, 0.55, 0.6, 0.65].filter((rate) => rate >= low && rate <= high);
  return (
    <section className="card lab__again" aria-label={texts.foundAgain(days)}>
      <div>
        <h2>{texts.foundAgain(days)}</h2>
        <Picture
          className="course figure lab__plot"
          label={texts.foundPicture({ paid: formatCount(paid.length), again: formatCount(again.length) })}
        >
          <svg viewBox={`0 0 ${PLOT} ${PLOT}`} preserveAspectRatio="none" aria-hidden="true">
            <path
              className="course__even"
              d={`M${at(breakEven)} 0V${PLOT}M0 ${PLOT - at(breakEven)}H${PLOT}`}
            />
            <path className="course__even" d={`M0 ${PLOT}L${PLOT} 0`} />
            <Dots look="none" path={none} />
            <Dots look="once" path={once} />
            <Dots look="twice" path={dots(again)} />
          </svg>
          {ticks.map((rate) => (
            <span key={rate} className="course__x" style={{ left: `${at(rate)}%` }}>
              {formatTenths(rate * 100)}
            </span>
          ))}
          {ticks.map((rate) => (
            <span key={rate} className="course__y" style={{ top: `${PLOT - at(rate)}%` }}>
              {formatTenths(rate * 100)}
            </span>
          ))}
        </Picture>
      </div>
      <div>
        <p className="lab__figure">{texts.paidAgain({ paid: paid.length, again: again.length })}</p>
        <p className="lead">{texts.onDiagonal}</p>
        <AgainKey />
      </div>
    </section>
  );
}

interface DotsProps {
  readonly look: 'none' | 'once' | 'twice';
  readonly path: string;
}

function Dots({ look, path }: DotsProps) {
  return (
    <>
      <path className={`lab__dot lab__dot--${look}`} d={path} />
      {look === 'once' ? <path className="lab__dot lab__dot--hole" d={path} /> : null}
    </>
  );
}

function AgainKey() {
  return (
    <ul className="key row">
      {(
        [
          ['twice', texts.paidTwice],
          ['once', texts.paidOnce],
          ['none', texts.neverFound],
        ] as const
      ).map(([look, name]) => (
        <li key={look}>
          <svg className="lab__swatch" viewBox="0 0 10 10" aria-hidden="true">
            <Dots look={look} path="M5 5h0" />
          </svg>
          {name}
        </li>
      ))}
    </ul>
  );
}
