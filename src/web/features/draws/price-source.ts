import { useState } from 'react';
import { keepChoice, keptChoice } from '../../lib/kept-choice.ts';
import { forgetShortcut, shortcutView } from './shortcut.ts';

/** Where signals come from: drawn at random in the browser, or measured on market prices by the server. */
export type PriceSource = 'simulated' | 'market';

const STORAGE_KEY = 'pipcast.source';

/** The source in view and how to change it; remembered in this browser, simulated at first. */
export function usePriceSource(): readonly [PriceSource, (source: PriceSource) => void] {
  const [source, setSource] = useState(rememberedSource);
  function choose(next: PriceSource): void {
    setSource(next);
    forgetShortcut();
    keepChoice(STORAGE_KEY, next);
  }
  return [source, choose];
}

function rememberedSource(): PriceSource {
  if (shortcutView() === 'market') return 'market';
  return keptChoice(STORAGE_KEY) === 'market' ? 'market' : 'simulated';
}
