import { lazyCode } from '../lib/lazy-code.ts';
import { useBulks } from '../moderation/bulk/bulk.queries.ts';
import { useLazyComponent } from '../ui/lazy-component.ts';

const status = lazyCode(() => import('../moderation/bulk/bulk-status.tsx').then((module) => module.BulkStatus));

/** In the header: an action on many subjects that runs, or has ended lately; loaded with the first of them. */
export function BulkStatusHost() {
  const isAny = useBulks().length > 0;
  const Status = useLazyComponent(status, isAny);
  return Status ? <Status /> : null;
}
