import { createRoot } from 'react-dom/client';
import { MemoryRouter } from 'react-router';
import { followTheme, setTheme, useTheme } from '../lib/theme.ts';
import { Button } from '../ui/button.tsx';
import { OverlayHost } from '../ui/overlay-host.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { Buttons } from './buttons.tsx';
import { Content } from './content.tsx';
import { Fields } from './fields.tsx';
import { Messages } from './messages.tsx';

/** Every component of the design system in its states, for developers (`npm run dev`, /ui). */
function Catalogue() {
  const theme = useTheme();
  return (
    <main className="flex flex-col gap-4 p-4">
      <PageHeader title="ui">
        <Button onClick={() => setTheme(theme === 'dark' ? 'light' : 'dark')}>{theme}</Button>
      </PageHeader>
      <Buttons />
      <Fields />
      <Messages />
      <Content />
      <OverlayHost />
    </main>
  );
}

const container = document.getElementById('root');
if (!container) throw new Error('the page has no #root');
followTheme();
createRoot(container).render(
  <MemoryRouter>
    <Catalogue />
  </MemoryRouter>,
);
