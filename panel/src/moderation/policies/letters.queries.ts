import type { SetLetterTemplateBody } from '@hai-dang/contract/moderation/letters.schema.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { toast } from '../../ui/toast.ts';
import { fetchLetterTemplates, setLetterTemplate } from './letters.api.ts';
import { lettersStrings as strings } from './letters.strings.ts';
import { fetchPolicies } from './policies.api.ts';
import { policiesKeys } from './policies.keys.ts';

/** The texts that apply to a rule; null for those of every rule. */
export function useLetterTemplates(policy: string | null) {
  return useQuery({
    queryKey: policiesKeys.letters(policy),
    queryFn: ({ signal }) => fetchLetterTemplates(policy, signal),
  });
}

/** The rules that are in use, to choose one. */
export function useRules() {
  return useQuery({
    queryKey: policiesKeys.enabled,
    queryFn: async ({ signal }) => (await fetchPolicies(signal)).filter(({ isEnabled }) => isEnabled),
  });
}

/** Changes a text, or takes the own one of a rule away. */
export function useSetLetterTemplate() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: SetLetterTemplateBody) => setLetterTemplate(body),
    onSuccess: ({ text }) => toast.success(text === null ? strings.removed : strings.saved),
    onSettled: () => void client.invalidateQueries({ queryKey: policiesKeys.all }),
  });
}
