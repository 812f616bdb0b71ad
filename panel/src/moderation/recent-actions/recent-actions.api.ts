import { listRecentActions, undoRecentAction } from '@hai-dang/contract/moderation/recent-actions.endpoints.ts';
import type { RecentAction } from '@hai-dang/contract/moderation/recent-actions.schema.ts';
import { callEndpoint } from '../../lib/api-client.ts';

export interface RecentActionsPage {
  readonly actions: readonly RecentAction[];
  readonly nextCursor: string | null;
  readonly closedToday: number;
}

/** A page of the caller's own actions of the last 24 hours. @throws ApiError */
export async function fetchRecentActions(
  { cursor, limit }: { readonly cursor?: string | null; readonly limit?: number },
  signal: AbortSignal,
): Promise<RecentActionsPage> {
  const { data, pagination, closedToday } = await callEndpoint(listRecentActions, { body: { cursor, limit }, signal });
  return { actions: data, nextCursor: pagination.nextCursor, closedToday };
}

/** Undoes one of them. @throws ApiError */
export const sendUndo = (id: string): Promise<unknown> => callEndpoint(undoRecentAction, { params: { id }, body: {} });
