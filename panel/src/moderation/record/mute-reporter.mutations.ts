import { UNDO_WINDOW_MS } from '@hai-dang/contract/constants.ts';
import { muteReporter, unmuteReporter } from '@hai-dang/contract/moderation/record.endpoints.ts';
import type { QueryClient } from '@tanstack/react-query';
import { callEndpoint } from '../../lib/api-client.ts';
import { errorMessage, isUnauthorized } from '../../lib/api-error.ts';
import { sharedStrings } from '../../lib/strings.ts';
import { toast } from '../../ui/toast.ts';
import { userRecordQuery } from './record.queries.ts';
import { recordStrings as strings } from './record.strings.ts';

interface Reporter {
  readonly id: string;
  readonly name: string;
}

/**
 * Mutes a user as a reporter, or ends that; the toast offers to undo it. It uses only the cache, since a toast may outlive its screen.
 * @throws ApiError
 */
export async function setMuted(client: QueryClient, reporter: Reporter, isMuted: boolean): Promise<void> {
  const { id, name } = reporter;
  const response = await callEndpoint(isMuted ? muteReporter : unmuteReporter, { params: { id } });
  client.setQueryData(userRecordQuery(id).queryKey, response);
  toast.success(isMuted ? strings.muted(name) : strings.unmuted(name), {
    durationMs: UNDO_WINDOW_MS,
    action: { label: sharedStrings.undo, onClick: () => void trySetMuted(client, reporter, !isMuted) },
  });
}

/** The same, where a toast says why it has failed. */
export async function trySetMuted(client: QueryClient, reporter: Reporter, isMuted: boolean): Promise<void> {
  try {
    await setMuted(client, reporter, isMuted);
  } catch (error) {
    if (isUnauthorized(error)) return;
    toast.error(muteFailure(isMuted)(error), { detail: reporter.name });
  }
}

/** Says that it has failed, with the server's reason. */
export const muteFailure =
  (isMuted: boolean) =>
  (error: unknown): string =>
    errorMessage(error, isMuted ? strings.muteFailed : strings.unmuteFailed);
