import { assignSubject } from '@hai-dang/contract/moderation/assignments.endpoints.ts';
import { getSubject, previewDecision } from '@hai-dang/contract/moderation/decisions.endpoints.ts';
import { decideBodySchema, type ModerationSubject } from '@hai-dang/contract/moderation/decisions.schema.ts';
import type { SubjectRef } from '@hai-dang/contract/moderation/subjects.schema.ts';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { callEndpoint } from '../../lib/api-client.ts';
import { queryOf, toData } from '../../lib/endpoint-query.ts';
import type { toDecision } from './decision-choice.ts';

/**
 * The subject, fetched anew for every sheet: a decision rests on what was shown when the sheet was opened. While that of an account is
 * open, events refetch it for the reports of its content (decisions.realtime.ts).
 */
export function useSubject(subject: SubjectRef) {
  return useQuery({
    ...queryOf(getSubject, { params: subject }),
    select: toData,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
}

/** The letters of a decision as they would be sent from the templates; not fetched before the decision is complete. */
export function useDecisionPreview(decision: ReturnType<typeof toDecision>) {
  const body = decideBodySchema.safeParse({ ...decision, letters: null, note: null }).data;
  return useQuery({
    ...queryOf(previewDecision, body && { body }),
    select: toData,
    enabled: body !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
}

/** Claims what is open and nobody has: who opens the sheet is about to decide. */
export function useClaim({ subject: { itemType, itemId }, state, assignee }: ModerationSubject): void {
  const isFree = state !== 'closed' && assignee === null;
  useEffect(() => {
    // Without the claim the decision is as good: it rests on the version.
    if (!isFree) return;
    const body = { assigneeId: 'me', isAutomatic: true } as const;
    callEndpoint(assignSubject, { params: { itemType, itemId }, body }).catch(() => undefined);
  }, [itemType, itemId, isFree]);
}
