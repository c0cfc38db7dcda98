// First, for they declare the order of the layers that every other style file fills.
import '../styles/tokens.css';
import '../styles/fonts.css';
import '../styles/base.css';

import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { paintFrame } from '../lib/theme.ts';
import { App } from './app.tsx';
import { start } from './start.ts';

paintFrame();

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no #root');
const page = createRoot(root);

// Until then index.html shows "Loading...": there is nothing to draw before the configuration is here.
void start().then((firstStart) => {
  page.render(
    <StrictMode>
      <App firstStart={firstStart} />
    </StrictMode>,
  );
});
