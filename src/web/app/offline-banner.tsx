import { formatLocalClock, localZoneName } from '../lib/formats.ts';
import { useConnection } from '../lib/session/session-context.ts';
import { Pip } from '../ui/pip.tsx';

/** Says that the server does not answer, and since when. The signals are drawn in the browser and go on. */
export function OfflineBanner() {
  const { isReachable, lastAnswerAt } = useConnection();
  return (
    <output className="banner" aria-live="polite">
      {isReachable ? null : (
        <span className="wrap">
          <Pip isOn={false} />
          <span>
            <b>You are offline.</b>{' '}
            {lastAnswerAt === undefined
              ? 'The server does not answer.'
              : `The server last answered at ${formatLocalClock(lastAnswerAt)} ${localZoneName(lastAnswerAt)}.`}{' '}
            Trying again.
          </span>
        </span>
      )}
    </output>
  );
}
