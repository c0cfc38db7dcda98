import { expiryText } from '../../../core/check/fact-texts.ts';
import { WEEKDAYS } from '../../../core/check/groups.ts';
import { chanceSelected, type Selection } from '../../../core/check/luck.ts';
import type { GroupPicture } from '../../../core/check/pictures.ts';
import { formatCount, formatFromTo } from '../../lib/figures.ts';
import { formatHour, formatWeekday } from '../../lib/formats.ts';
import { howOften } from '../../lib/how-often.ts';
import { ScrollRegion } from '../../ui/data-table.tsx';
import { Fold } from '../../ui/fold.tsx';
import { RateRange } from './check-charts.tsx';
import { groupTexts, texts } from './texts.ts';
import { WRITING } from './writing.ts';

interface HeldAgainst {
  readonly needed: number;
  readonly against: 'coin' | 'luck';
  readonly selection: Selection;
}

/** All kinds of groups in one fold; its line says the most unusual one. */
export function GroupsFold({ groups, ...held }: HeldAgainst & { readonly groups: readonly GroupPicture[] }) {
  if (groups.length === 0) return null;
  const best = groups.filter(({ best: one }) => one !== null);
  const clearest = best.reduce<GroupPicture | undefined>(
    (one, other) => ((other.best?.chance ?? 1) < (one?.best?.chance ?? 1) ? other : one),
    best[0],
  );
  return (
    <Fold label={texts.groups} hint={clearest === undefined ? texts.allSmall : findingOf(clearest, held)}>
      {groups.map((group) => (
        <Group key={group.by} picture={group} {...held} />
      ))}
    </Fold>
  );
}

function nameIn({ by, hours }: GroupPicture, value: string | number): string {
  if (by === 'expiry') return expiryText(Number(value), WRITING);
  if (by === 'weekday') return formatWeekday(WEEKDAYS.findIndex((day) => day === value));
  if (by !== 'hour') return String(value);
  const from = formatHour(Number(value));
  return hours === 1 ? from : formatFromTo(from, formatHour(Number(value) + hours));
}

/** The best group, as the best of all groups of all that were looked at. */
function findingOf(
  picture: GroupPicture,
  { against, selection }: Pick<HeldAgainst, 'against' | 'selection'>,
): string {
  const { best } = picture;
  if (best === null) return texts.allSmall;
  const name = nameIn(picture, best.value);
  const often = howOften(chanceSelected(best.chance, selection));
  const of = best.of * selection.lookedAt;
  return texts.best({ against, name, of, often, part: selection.part });
}

/** The groups of one kind, each rate with its interval and the tick of what is needed; no picture of a small group. */
function Group({ picture, needed, against, selection }: HeldAgainst & { readonly picture: GroupPicture }) {
  const { by, groups } = picture;
  return (
    <div>
      <h3>{groupTexts[by]}</h3>
      <p className="hint">{findingOf(picture, { against, selection })}</p>
      <ScrollRegion label={groupTexts[by]}>
        <table className="check__multiples">
          <tbody>
            {groups.map(({ value, n, won, interval }) => (
              <tr key={value}>
                <th scope="row">
                  <bdi>{nameIn(picture, value)}</bdi>
                </th>
                <td>
                  {interval === null ? null : (
                    <RateRange rate={won / n} interval={interval} needed={needed} />
                  )}
                </td>
                <td>{texts.wonOf({ won: formatCount(won), n: formatCount(n) })}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollRegion>
    </div>
  );
}
