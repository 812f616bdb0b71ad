import { UNDO_WINDOW_MS } from '@hai-dang/contract/constants.ts';
import { listBulks, undoBulk } from '@hai-dang/contract/moderation/bulk.endpoints.ts';
import type { Bulk } from '@hai-dang/contract/moderation/bulk.schema.ts';
import type { QueryClient } from '@tanstack/react-query';
import { callEndpoint } from '../../lib/api-client.ts';
import { errorMessage, isUnauthorized } from '../../lib/api-error.ts';
import { queryOf } from '../../lib/endpoint-query.ts';
import { formatNumber } from '../../lib/format.ts';
import { sharedStrings } from '../../lib/strings.ts';
import { toast } from '../../ui/toast.ts';
import { showBulk } from '../bulk/bulk.cache.ts';
import { startUnlessEmpty } from '../bulk/start-unless-empty.ts';
import type { CleanUpRequest } from './clean-up.overlays.ts';
import { cleanUpStrings as strings } from './clean-up.strings.ts';

/** The chosen parts of the clean-up of an account, and the rule for them; '' for none. */
export interface CleanUpChoice {
  readonly disables: boolean;
  readonly takesDown: boolean;
  readonly closesReports: boolean;
  readonly policy: string;
}

/** The action once it has ended; events keep its state in the cache up to date. */
function whenEnded(client: QueryClient, { _id }: Bulk): Promise<Bulk> {
  return new Promise((resolve) => {
    const cache = client.getQueryCache();
    const ended = (): Bulk | undefined =>
      client
        .getQueryData(queryOf(listBulks).queryKey)
        ?.data.find((bulk) => bulk._id === _id && bulk.state !== 'running');
    const now = ended();
    if (now) return resolve(now);
    const stop = cache.subscribe(() => {
      const bulk = ended();
      if (!bulk) return;
      stop();
      resolve(bulk);
    });
  });
}

async function undoAll(client: QueryClient, bulks: readonly Bulk[], name: string): Promise<void> {
  try {
    // The last action is undone first, so that each finds what it has left.
    for (const { _id } of bulks.toReversed()) {
      const { data } = await callEndpoint(undoBulk, { params: { id: _id } });
      showBulk(client, data);
    }
    toast.info(strings.undoing, { detail: name });
  } catch (error) {
    if (!isUnauthorized(error)) toast.error(errorMessage(error, strings.undoFailed), { detail: name });
  }
}

/**
 * Closes the reports that are left, once the rest has ended: a decision on a subject closes its own reports, and would be skipped
 * as overtaken if they were closed meanwhile. Then says what was done, with an undo of it all.
 */
async function finish(
  client: QueryClient,
  { userId, name }: CleanUpRequest,
  { closesReports }: CleanUpChoice,
  started: readonly Bulk[],
): Promise<void> {
  try {
    const ended = await Promise.all(started.map((bulk) => whenEnded(client, bulk)));
    const wasStopped = ended.some(({ state }) => state === 'stopped');
    const target = { kind: 'reports_about', userId } as const;
    const closing =
      closesReports && !wasStopped
        ? await startUnlessEmpty(client, { action: { kind: 'close_reports', outcome: 'resolved' }, target })
        : null;
    const bulks = closing ? [...ended, await whenEnded(client, closing)] : ended;
    const changed = bulks.filter(({ done }) => done > 0);
    const skipped = bulks.reduce((sum, bulk) => sum + bulk.skipped + bulk.failed, 0);
    const detail = skipped > 0 ? `${name} · ${strings.skipped(formatNumber(skipped))}` : name;
    if (changed.length === 0) return toast.info(strings.nothingDone, { detail });
    toast.success(wasStopped ? strings.stopped : strings.done, {
      detail,
      durationMs: UNDO_WINDOW_MS,
      action: { label: sharedStrings.undo, onClick: () => void undoAll(client, changed, name) },
    });
  } catch (error) {
    if (!isUnauthorized(error)) toast.error(errorMessage(error, strings.closeFailed), { detail: name });
  }
}

/**
 * Ends a wave of spam of one account: disables it, takes all its content down and closes all reports about both, as actions on
 * many subjects, which go on when the dialog is closed.
 * @throws ApiError where one could not be started
 */
export async function startCleanUp(client: QueryClient, request: CleanUpRequest, choice: CleanUpChoice): Promise<void> {
  const { userId } = request;
  const policy = choice.policy || null;
  const started: Bulk[] = [];
  const add = (bulk: Bulk | null): void => void (bulk && started.push(bulk));
  try {
    if (choice.disables) {
      add(
        await startUnlessEmpty(client, {
          action: { kind: 'disable' },
          target: { kind: 'users', ids: [userId] },
          policy,
        }),
      );
    }
    if (choice.takesDown) {
      const target = { kind: 'content_of', userId, since: 'all' } as const;
      // The letter about the account says it all; not one more for each text.
      add(await startUnlessEmpty(client, { action: { kind: 'takedown' }, target, letters: { owner: null } }));
    }
  } catch (error) {
    // The action that has started can be undone.
    if (started.length > 0) void finish(client, request, { ...choice, closesReports: false }, started);
    throw error;
  }
  void finish(client, request, choice, started);
}
