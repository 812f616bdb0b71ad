import type { AssignConversationBody } from '@hai-dang/contract/chat/conversation-changes.schema.ts';
import {
  assignConversation,
  reopenConversation,
  resolveConversation,
} from '@hai-dang/contract/chat/conversations.endpoints.ts';
import type { ConversationWork } from '@hai-dang/contract/chat/conversations.schema.ts';
import { UNDO_WINDOW_MS } from '@hai-dang/contract/constants.ts';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { callEndpoint } from '../../lib/api-client.ts';
import { errorMessage, isUnauthorized } from '../../lib/api-error.ts';
import { sharedStrings } from '../../lib/strings.ts';
import { useConfirm } from '../../ui/confirm.tsx';
import { toast } from '../../ui/toast.ts';
import { addWork } from '../list/live-work.cache.ts';
import { conversationWorkStrings as strings } from './conversation-work.strings.ts';

interface WorkOptions {
  readonly userId: string;
  readonly name: string;
  readonly assignee: ConversationWork['assignee'];
  /** The newest message that is shown; 0 for none. */
  readonly lastSeq: number;
}

interface WorkResponse {
  readonly data: ConversationWork;
}

async function change(client: QueryClient, userId: string, call: Promise<WorkResponse>): Promise<void> {
  const at = Date.now();
  addWork(client, [{ ...(await call).data, userId, at }]);
}

function notifyFailure(error: unknown, text: string, name: string): void {
  if (isUnauthorized(error)) return;
  const detail = [name, errorMessage(error, '')].filter(Boolean).join('. ');
  toast.error(text, { detail });
}

/** Runs from a toast that may outlive the conversation. */
async function undoResolve(client: QueryClient, { userId, name }: Pick<WorkOptions, 'userId' | 'name'>): Promise<void> {
  try {
    await change(client, userId, callEndpoint(reopenConversation, { params: { userId } }));
    toast.success(strings.reopened, { detail: name });
  } catch (error) {
    notifyFailure(error, strings.stateFailed, name);
  }
}

/** The actions on a conversation beside writing. One that a colleague handles is taken over only after a question. */
export function useConversationWork({ userId, name, assignee, lastSeq }: WorkOptions) {
  const client = useQueryClient();
  const confirm = useConfirm();
  const [isPending, setIsPending] = useState(false);

  async function run(work: () => Promise<void>, failed: string): Promise<void> {
    if (isPending) return;
    setIsPending(true);
    try {
      await work();
    } catch (error) {
      notifyFailure(error, failed, name);
    } finally {
      setIsPending(false);
    }
  }

  async function assign(body: AssignConversationBody): Promise<void> {
    await change(client, userId, callEndpoint(assignConversation, { params: { userId }, body }));
    toast.success(body.assigneeId === null ? strings.released : strings.claimed, { detail: name });
  }

  const askToTakeOver = (holder: string): Promise<boolean> =>
    confirm({
      title: strings.takeOver,
      message: strings.takeOverQuestion(holder),
      confirmLabel: strings.takeOver,
      run: () => assign({ assigneeId: 'me', takeOver: true }),
      explain: (error) => errorMessage(error, strings.assignFailed),
    });

  return {
    isPending,
    resolve: () =>
      void run(async () => {
        // A later message of the user rejects it.
        const body = lastSeq > 0 ? { upToSeq: lastSeq } : {};
        await change(client, userId, callEndpoint(resolveConversation, { params: { userId }, body }));
        const action = { label: sharedStrings.undo, onClick: () => void undoResolve(client, { userId, name }) };
        toast.success(strings.resolved, { detail: name, durationMs: UNDO_WINDOW_MS, action });
      }, strings.stateFailed),
    reopen: () =>
      void run(async () => {
        await change(client, userId, callEndpoint(reopenConversation, { params: { userId } }));
        toast.success(strings.reopened, { detail: name });
      }, strings.stateFailed),
    claim: () => void run(() => assign({ assigneeId: 'me' }), strings.assignFailed),
    takeOver: () => void askToTakeOver(assignee?.username ?? ''),
    release: () => void run(() => assign({ assigneeId: null }), strings.assignFailed),
  };
}
