import type { SubjectRef } from '@hai-dang/contract/moderation/decisions.schema.ts';
import { useQuery } from '@tanstack/react-query';
import { fetchPolicies } from '../policies/policies.api.ts';
import { policiesKeys } from '../policies/policies.keys.ts';
import { fetchSubject } from './decisions.api.ts';
import { decisionsKeys } from './decisions.keys.ts';

/**
 * The subject, fetched anew for every sheet and not while one is open: a decision rests on what was shown when it was
 * begun.
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
