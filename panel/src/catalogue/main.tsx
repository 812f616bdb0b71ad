import { createRoot } from 'react-dom/client';
import { MemoryRouter } from 'react-router';
import { followTheme } from '../lib/theme.ts';
import { Catalogue } from './catalogue.tsx';

const container = document.getElementById('root');
if (!container) throw new Error('the page has no #root');
followTheme();
createRoot(container).render(
  <MemoryRouter>
    <Catalogue />
  </MemoryRouter>,
);
