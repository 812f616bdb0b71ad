import type { BulkActionKind, BulkPeriod } from '@hai-dang/contract/moderation/bulk.schema.ts';
import type { SubjectRef } from '@hai-dang/contract/moderation/subjects.schema.ts';
import type { UserFilters } from '@hai-dang/contract/users/users.schema.ts';
import { createOverlay } from '../../ui/overlay.tsx';

/** Whom or what it is about, as the screen that asks for it knows it. */
export type BulkRequestTarget =
  | { readonly kind: 'users'; readonly ids: readonly string[] }
  | { readonly kind: 'user_filter'; readonly searchTerm: string; readonly filters: UserFilters }
  | { readonly kind: 'content'; readonly subjects: readonly SubjectRef[] }
  | { readonly kind: 'content_of'; readonly userId: string; readonly since: BulkPeriod }
  | { readonly kind: 'reports_about'; readonly userId: string };

/** One action on many subjects that is to be started, once it is confirmed in a dialog. A clean-up has a dialog of its own. */
export interface BulkRequest {
  readonly action: Exclude<BulkActionKind, 'clean_up'>;
  readonly target: BulkRequestTarget;
  /** Whose content or reports it is about; '' where that is said by the target. */
  readonly name: string;
  /** The key of a rule that is chosen already. */
  readonly policy?: string;
  /** The status that the reports get, chosen already. */
  readonly outcome?: 'resolved' | 'rejected';
  /** How many of those selected it is not about: they have no open report. */
  readonly leftOut?: number;
  /** Called once it has started. @param includesHeld also for those that colleagues handle */
  readonly onStarted?: (includesHeld: boolean) => void;
}

export const bulkDialog = createOverlay<BulkRequest>(() =>
  import('./bulk-dialog.tsx').then((module) => module.BulkDialog),
);
