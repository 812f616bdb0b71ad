import { listLetterTemplates, setLetterTemplate } from '@hai-dang/contract/moderation/letters.endpoints.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { queryOf, toData } from '../../lib/endpoint-query.ts';
import { useEndpointMutation } from '../../lib/use-endpoint-mutation.ts';
import { toast } from '../../ui/toast.ts';
import { lettersStrings as strings } from './letters.strings.ts';
import { refetchPolicies } from './policies.mutations.ts';

/** The texts that apply to a rule; null for those of every rule. */
export const useLetterTemplates = (policy: string | null) =>
  useQuery({ ...queryOf(listLetterTemplates, { body: { policy } }), select: toData });

/** Changes a text, or takes the own one of a rule away. */
export function useSetLetterTemplate() {
  const client = useQueryClient();
  return useEndpointMutation(setLetterTemplate, {
    onSuccess: ({ data: { text } }) => toast.success(text === null ? strings.removed : strings.saved),
    onSettled: () => refetchPolicies(client),
  });
}
