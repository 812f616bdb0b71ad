import {
  type CannedReply,
  type CreateCannedReplyBody,
  cannedReplySchema,
} from '@hai-dang/contract/chat/canned-replies.schema.ts';
import { useMutation } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { ApiError } from '../../lib/api-error.ts';
import { useInvalidate } from '../../lib/use-invalidate.ts';
import { chatKeys } from '../chat.keys.ts';
import { createCannedReply, deleteCannedReply, updateCannedReply } from './canned-replies-dialog.api.ts';

interface Saving {
  /** The reply to change; undefined adds a new one. */
  readonly reply: Pick<CannedReply, '_id' | 'version'> | undefined;
  readonly body: CreateCannedReplyBody;
}

/** Adds or changes a canned reply. */
export function useSaveCannedReply() {
  const invalidate = useInvalidate(chatKeys.cannedReplies);
  return useMutation({
    mutationFn: ({ reply, body }: Saving) => (reply ? updateCannedReply(reply, body) : createCannedReply(body)),
    onSettled: invalidate,
  });
}

/** Deletes a canned reply; ask for confirmation before. */
export function useDeleteCannedReply() {
  const invalidate = useInvalidate(chatKeys.cannedReplies);
  return useMutation({ mutationFn: deleteCannedReply, onSettled: invalidate });
}

const changedDetailsSchema = z.object({ reply: cannedReplySchema });

/** The current reply, if a change was rejected because another administrator has changed it. */
export function replyNow(error: unknown): CannedReply | undefined {
  if (!(error instanceof ApiError) || error.code !== 'CANNED_REPLY_CHANGED') return undefined;
  return changedDetailsSchema.safeParse(error.details).data?.reply;
}
