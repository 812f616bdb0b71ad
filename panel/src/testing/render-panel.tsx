import { QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { BrowserRouter } from 'react-router';
import { type RenderResult, render } from 'vitest-browser-react';
import { createQueryClient } from '../lib/query-client.ts';
import { OverlayHost } from '../ui/overlay-host.tsx';

/** Renders a part of the panel at a path, with what every screen has: the cache, the router, dialogs and toasts. */
export function renderPanel(part: ReactNode, path = '/'): Promise<RenderResult> {
  // Not a router in memory: the lists read the query in the browser's URL when they change it.
  history.replaceState(null, '', path);
  const client = createQueryClient();
  // The pause before a call is repeated is the library's: a second in which nothing can be seen.
  client.setDefaultOptions({ queries: { ...client.getDefaultOptions().queries, retryDelay: 0 } });
  return render(
    <QueryClientProvider client={client}>
      <BrowserRouter>
        <main className="flex min-w-0 flex-col p-4">{part}</main>
        <OverlayHost />
      </BrowserRouter>
    </QueryClientProvider>,
  );
}
