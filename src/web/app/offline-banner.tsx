import { formatLocalClock, localZoneName } from '../lib/formats.ts';
import { useConnection } from '../lib/session/session-context.ts';
import { Pip } from '../ui/pip.tsx';
import { shellTexts } from './shell-texts.ts';

/** Says that the server does not answer, and since when. The signals are drawn in the browser and go on. */
export function OfflineBanner() {
  const { lostAt } = useConnection();
  return (
    <output className="banner" aria-live="polite">
      {lostAt === undefined ? null : (
        <span className="wrap">
          <Pip isOn={false} />
          <span>
            {shellTexts.offline({ b: <b />, time: formatLocalClock(lostAt), zone: localZoneName(lostAt) })}
          </span>
        </span>
      )}
    </output>
  );
}
