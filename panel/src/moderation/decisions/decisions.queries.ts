import { decideBodySchema, type ModerationSubject } from '@hai-dang/contract/moderation/decisions.schema.ts';
import type { SubjectRef } from '@hai-dang/contract/moderation/subjects.schema.ts';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { fetchPolicies } from '../policies/policies.api.ts';
import { policiesKeys } from '../policies/policies.keys.ts';
import type { toDecision } from './decision-choice.ts';
import { claimSubject, fetchSubject, previewDecision } from './decisions.api.ts';
import { decisionsKeys } from './decisions.keys.ts';

/**
 * The subject, fetched anew for every sheet and not while one is open: a decision rests on what was shown when the
 * sheet was opened.
 */
export function useSubject(subject: SubjectRef) {
  return useQuery({
    queryKey: decisionsKeys.subject(subject.itemType, subject.itemId),
    queryFn: ({ signal }) => fetchSubject(subject, signal),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
}

/** The rules that can be chosen, the most severe first. */
export function useEnabledPolicies() {
  return useQuery({
    queryKey: policiesKeys.enabled,
    queryFn: async ({ signal }) => (await fetchPolicies(signal)).filter(({ isEnabled }) => isEnabled),
  });
}

/** The letters of a decision as they would be sent from the templates; not fetched before the decision is complete. */
export function useDecisionPreview(decision: ReturnType<typeof toDecision>) {
  const body = decideBodySchema.safeParse({ ...decision, letters: null, note: null }).data;
  return useQuery({
    queryKey: decisionsKeys.preview(body),
    queryFn: ({ signal }) => (body ? previewDecision(body, signal) : null),
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
    if (isFree) claimSubject({ itemType, itemId }).catch(() => undefined);
  }, [itemType, itemId, isFree]);
}
