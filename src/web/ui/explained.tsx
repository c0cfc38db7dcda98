import type { ReactNode } from 'react';
import { createLazyPart } from '../lib/lazy-part.ts';
import { useStore } from '../lib/store.ts';
import { Disclosure } from './disclosure.tsx';
import type { explanationTexts } from './explanation-texts.ts';

type Explanation = keyof typeof explanationTexts;

/** Fetched when the first figure is asked what it is. */
const texts = createLazyPart(() =>
  import('./explanation-texts.ts').then((module) => module.explanationTexts),
);

interface ExplainedProps {
  readonly what: Explanation | readonly Explanation[];
  /** The figure; within a message it is what stands between the tags. */
  readonly children?: ReactNode;
}

/** A figure that says what it is, at a hover, a tap or a key. */
export function Explained({ what, children }: ExplainedProps) {
  return (
    <Disclosure summary={children}>
      <ExplanationText what={what} />
    </Disclosure>
  );
}

function ExplanationText({ what }: Pick<ExplainedProps, 'what'>) {
  const { part } = useStore(texts);
  return [what].flat().map((each) => (
    <span key={each} className="explanation">
      {part?.[each]}
    </span>
  ));
}
