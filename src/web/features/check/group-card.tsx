import { WEEKDAYS } from '../../../core/check/groups.ts';
import type { GroupPicture } from '../../../core/check/pictures.ts';
import { formatCount, formatRate } from '../../lib/figures.ts';
import { formatHour, formatWeekday } from '../../lib/formats.ts';
import { howOften } from '../../lib/how-often.ts';
import { ScrollRegion } from '../../ui/data-table.tsx';
import { RateRange } from './check-charts.tsx';
import { factTexts, groupTexts, texts } from './texts.ts';
import { CheckFold } from './check-card.tsx';

/** The groups of one kind, each rate with its interval and the tick of what is needed; no picture of a small group. */
export function GroupCard({
  picture: { by, hours, groups, best },
  needed,
}: {
  readonly picture: GroupPicture;
  readonly needed: number;
}) {
  const nameOf = (value: string | number): string => {
    if (by === 'expiry') return factTexts.seconds({ seconds: formatCount(Number(value)) });
    if (by === 'weekday') return formatWeekday(WEEKDAYS.findIndex((day) => day === value));
    if (by !== 'hour') return String(value);
    const from = formatHour(Number(value));
    return hours === 1 ? from : texts.hours({ from, to: formatHour(Number(value) + hours) });
  };
  const finding =
    best === null
      ? texts.allSmall
      : texts.best({ name: nameOf(best.value), of: best.of, often: howOften(best.chance) });
  return (
    <CheckFold label={groupTexts[by]} finding={finding} formulas={texts.howGroups}>
      <ScrollRegion label={texts.groupFigures({ name: groupTexts[by] })}>
        <table className="check__multiples">
          <tbody>
            {groups.map(({ value, n, won, interval }) => (
              <tr key={value}>
                <th scope="row">
                  <bdi>{nameOf(value)}</bdi>
                </th>
                <td>
                  {interval === null ? null : (
                    <>
                      <RateRange rate={won / n} interval={interval} needed={needed} />
                      <span className="hidden-text">
                        {texts.rangeText({
                          rate: formatRate(won / n),
                          low: formatRate(interval.low),
                          high: formatRate(interval.high),
                        })}
                      </span>
                    </>
                  )}
                </td>
                <td>{texts.wonOf({ won: formatCount(won), n: formatCount(n) })}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollRegion>
    </CheckFold>
  );
}
