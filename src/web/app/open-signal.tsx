import type { OpenStoryProps } from '../features/market-signals/open-story.tsx';
import { createLazyPart } from '../lib/lazy-part.ts';
import { useStore } from '../lib/store.ts';

const openStory = createLazyPart(() =>
  import('../features/market-signals/open-story.tsx').then((module) => module.OpenStory),
);

/** A signal that the record does not have, from the market's stream. What shows it is fetched when there is one. */
export function OpenSignal(props: OpenStoryProps) {
  const { part: OpenStory, hasFailed } = useStore(openStory);
  if (hasFailed) return props.missing;
  return OpenStory === undefined ? props.loading : <OpenStory {...props} />;
}
