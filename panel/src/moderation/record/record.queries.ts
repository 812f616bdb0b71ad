import { getUserRecord } from '@hai-dang/contract/moderation/record.endpoints.ts';
import type { UserDetail } from '@hai-dang/contract/users/users.schema.ts';
import { useQuery } from '@tanstack/react-query';
import { queryOf, toData } from '../../lib/endpoint-query.ts';

/** Whether the backend knows decisions: only ours does, and says when a suspension ends. */
export const hasRecord = ({ disabledUntil }: Pick<UserDetail, 'disabledUntil'>): boolean => disabledUntil !== undefined;

/** The query of a user's points, decisions, and reports in numbers; refetched with what else is known of users. */
export const userRecordQuery = (id: string) => queryOf(getUserRecord, { params: { id } });

/** The record of a user before a decision is made; not fetched from a backend that knows no decisions. */
export const useUserRecord = (user: Pick<UserDetail, '_id' | 'disabledUntil'>) =>
  useQuery({ ...userRecordQuery(user._id), select: toData, enabled: hasRecord(user) });
