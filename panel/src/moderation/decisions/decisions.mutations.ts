import { DECISION_UNDO_MS } from '@hai-dang/contract/constants.ts';
import { decideSubject, undoDecision } from '@hai-dang/contract/moderation/decisions.endpoints.ts';
import type { DecideBody } from '@hai-dang/contract/moderation/decisions.schema.ts';
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { callEndpoint } from '../../lib/api-client.ts';
import { errorMessage, isUnauthorized } from '../../lib/api-error.ts';
import { newClientKey } from '../../lib/client-key.ts';
import { sharedStrings } from '../../lib/strings.ts';
import { useEndpointMutation } from '../../lib/use-endpoint-mutation.ts';
import { toast } from '../../ui/toast.ts';
import { closedText, doneText } from './decision-sentences.ts';
import { refreshScreens } from './decisions.cache.ts';
import { decisionsStrings as strings } from './decisions.strings.ts';

/** Runs from a toast that outlives the sheet, so it uses only the cache. */
async function undo(client: QueryClient, id: string): Promise<void> {
  try {
    await callEndpoint(undoDecision, { params: { id } });
    toast.success(strings.undone);
  } catch (error) {
    if (!isUnauthorized(error)) toast.error(errorMessage(error, strings.undoFailed));
  }
  await refreshScreens(client);
}

/** The keys by body, of the page and not of a sheet: the retry in a toast repeats a call whose response was lost. */
const keys = new Map<string, string>();

function keyOf(body: DecideBody): string {
  const text = JSON.stringify(body);
  const key = keys.get(text) ?? newClientKey();
  keys.set(text, key);
  return key;
}

interface Deciding {
  readonly body: DecideBody;
  /** The subject's, for the toast. */
  readonly name: string;
}

/** Decides on a subject, once for each body; a toast then says what was done, and offers to undo it. */
export function useDecideSubject() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ body }: Deciding) => callEndpoint(decideSubject, { body: { ...body, clientKey: keyOf(body) } }),
    onSuccess({ data: { decisionId, isRepeated, consequences = [] } }, { body, name }) {
      keys.delete(JSON.stringify(body));
      const detail = [closedText(consequences), name].filter(Boolean).join(' · ');
      toast.success(isRepeated ? strings.decidedBefore : doneText(body.outcome, consequences), {
        durationMs: DECISION_UNDO_MS,
        ...(detail !== '' && { detail }),
        action: { label: sharedStrings.undo, onClick: () => void undo(client, decisionId) },
      });
    },
    // After a rejection too: somebody else has changed what is shown.
    onSettled: () => void refreshScreens(client),
  });
}

/** Undoes a decision at any later time. */
export function useUndoDecision() {
  const client = useQueryClient();
  return useEndpointMutation(undoDecision, { onSettled: () => void refreshScreens(client) });
}
