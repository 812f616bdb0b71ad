import { listUsers } from '@hai-dang/contract/users/users.endpoints.ts';
import type { UserSummary } from '@hai-dang/contract/users/users.schema.ts';
import { useQuery } from '@tanstack/react-query';
import { queryOf } from '../lib/endpoint-query.ts';

/** A menu of colleagues has no more. */
const COLLEAGUES_MAX = 100;

/** An administrator who can work. */
export interface Colleague {
  readonly _id: string;
  readonly username: string;
}

const colleaguesQuery = queryOf(listUsers, {
  body: { filters: { role: 'admin', vohieuhoa: 'false' }, limit: COLLEAGUES_MAX },
});

type UsersResponse = { readonly data: readonly UserSummary[] };

const toColleagues = ({ data }: UsersResponse): Colleague[] => data.map(({ _id, username }) => ({ _id, username }));
const toNamed = (response: UsersResponse): Colleague[] =>
  toColleagues(response).filter(({ username }) => username !== '');

/** Administrators to whom a subject can be given, once they are asked for. */
export const useColleagues = (enabled: boolean) => useQuery({ ...colleaguesQuery, select: toColleagues, enabled });

/** Administrators who can be mentioned by their name, once they are needed. */
export const useMentionable = (enabled: boolean) => useQuery({ ...colleaguesQuery, select: toNamed, enabled });
