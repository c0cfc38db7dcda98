import '../styles/tokens.css';
import '../styles/fonts.css';
import '../styles/base.css';

import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { paintFrame } from '../lib/theme.ts';
import { App } from './app.tsx';
import { takeChosenLanguage } from './chosen-language.ts';
import { start } from './start.ts';

paintFrame();

async function openPage(): Promise<void> {
  // Until then index.html shows "Loading...": there is nothing to draw before the configuration is here.
  const [firstStart] = await Promise.all([start(), takeChosenLanguage()]);
  const root = document.getElementById('root');
  if (root === null) throw new Error('index.html has no #root');
  createRoot(root).render(
    <StrictMode>
      <App firstStart={firstStart} />
    </StrictMode>,
  );
}

void openPage();
