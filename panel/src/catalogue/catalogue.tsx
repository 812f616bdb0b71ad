import { setTheme, useTheme } from '../lib/theme.ts';
import { Button } from '../ui/button.tsx';
import { OverlayHost } from '../ui/overlay-host.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { Buttons } from './buttons.tsx';
import { Content } from './content.tsx';
import { Fields } from './fields.tsx';
import { Messages } from './messages.tsx';

/** Every component of the design system in its states, for those who build with them (`npm run dev`, /ui). */
export function Catalogue() {
  const theme = useTheme();
  return (
    <main className="flex flex-col gap-4 p-4">
      <PageHeader title="ui" align="center">
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
