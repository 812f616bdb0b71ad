import { QueryClientProvider } from '@tanstack/react-query';
import { useState } from 'react';
import { createQueryClient } from '../../lib/query-client.ts';
import { IdleHosts } from '../idle-parts.tsx';
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
      <IdleHosts />
    </QueryClientProvider>
  );
}
