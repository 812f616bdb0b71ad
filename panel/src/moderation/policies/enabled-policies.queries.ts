import { listPolicies } from '@hai-dang/contract/moderation/policies.endpoints.ts';
import type { Policy } from '@hai-dang/contract/moderation/policies.schema.ts';
import { useQuery } from '@tanstack/react-query';
import { queryOf } from '../../lib/endpoint-query.ts';

const toEnabled = ({ data }: { readonly data: readonly Policy[] }): Policy[] =>
  data.filter(({ isEnabled }) => isEnabled);

/** The rules that can be chosen, the most severe first. */
export const useEnabledPolicies = () => useQuery({ ...queryOf(listPolicies), select: toEnabled });
