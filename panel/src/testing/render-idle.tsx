import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { expect, onTestFinished, vi } from 'vitest';
import type { RenderResult } from 'vitest-browser-react';
import { renderPanel } from './render-panel.tsx';

/** Gives the cache of what it is rendered with. */
function Cache({ onClient }: { readonly onClient: (client: QueryClient) => void }): null {
  const client = useQueryClient();
  useEffect(() => onClient(client), [onClient, client]);
  return null;
}

/**
 * Renders a part of the panel, as renderPanel does. The test ends only when nothing is being fetched any more: what is refetched or
 * prefetched at its end has its response before the next test has none for it.
 */
export async function renderIdle(part: ReactNode, path?: string): Promise<RenderResult> {
  let cache: QueryClient | undefined;
  const keep = (client: QueryClient): void => {
    cache = client;
  };
  const rendered = await renderPanel(
    <>
      <Cache onClient={keep} />
      {part}
    </>,
    path,
  );
  onTestFinished(async () => {
    await rendered.unmount();
    await vi.waitFor(() => expect(cache?.isFetching()).toBe(0));
  });
  return rendered;
}
