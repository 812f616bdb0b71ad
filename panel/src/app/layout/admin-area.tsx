import { QueryClientProvider } from '@tanstack/react-query';
import { useState } from 'react';
import { createQueryClient } from '../../lib/query-client.ts';
import { OverlayHost } from '../../ui/overlay-host.tsx';
import { IdleParts } from '../idle-parts.tsx';
import { RealtimeBridge } from '../realtime-bridge.tsx';
import { ReauthenticationHost } from '../reauthentication-host.tsx';
import { LinkPrefetcher } from '../routing/link-prefetcher.tsx';
import { AdminLayout } from './admin-layout.tsx';

/**
 * Everything behind the sign-in; its routes are rendered in the layout. It owns the query cache: the next administrator
 * starts with an empty one.
 */
export function AdminArea() {
  const [queryClient] = useState(createQueryClient);
  return (
    <QueryClientProvider client={queryClient}>
      <AdminLayout />
      <RealtimeBridge />
      <LinkPrefetcher />
      <IdleParts />
      <OverlayHost />
      <ReauthenticationHost />
    </QueryClientProvider>
  );
}
