import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { useMarketStore } from './market-context.ts';
import { texts } from '../../ui/texts.ts';

/** Connects now instead of at the end of the wait. */
export function RetryButton() {
  const store = useMarketStore();
  return (
    <Button look="line" size="small" onClick={() => store.retry()}>
      <Icon name="retry" />
      {texts.tryAgain}
    </Button>
  );
}
