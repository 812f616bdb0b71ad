import type { CannedReply, CreateCannedReplyBody } from '@hai-dang/contract/chat/canned-replies.schema.ts';
import { useMutation } from '@tanstack/react-query';
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
