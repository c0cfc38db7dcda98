import { Button } from '../../ui/button.tsx';
import { SimulatedTag } from '../../ui/tag.tsx';
import { texts } from './texts.ts';

/** While the market is closed: the mode that does not wait for it. */
export function BotRunsNow({ onOpen }: { readonly onOpen: () => void }) {
  return (
    <section className="card runs-now" aria-label={texts.botRunsNow}>
      <div>
        <h2>
          {texts.botRunsNow} <SimulatedTag />
        </h2>
        <p>{texts.botRunsNowHow}</p>
      </div>
      <Button look="primary" onClick={onOpen}>
        {texts.openBot}
      </Button>
    </section>
  );
}
