import {
  createCannedReply,
  deleteCannedReply,
  updateCannedReply,
} from '@hai-dang/contract/chat/canned-replies.endpoints.ts';
import type { CannedReply, CreateCannedReplyBody } from '@hai-dang/contract/chat/canned-replies.schema.ts';
import { useMutation } from '@tanstack/react-query';
import { callEndpoint } from '../../lib/api-client.ts';
import { orNull } from '../../lib/api-error.ts';
import { useInvalidate } from '../../lib/use-invalidate.ts';

interface Saving {
  /** The reply to change; undefined adds a new one. */
  readonly reply: Pick<CannedReply, '_id' | 'version'> | undefined;
  readonly body: CreateCannedReplyBody;
}

/** Adds or changes a canned reply. */
export function useSaveCannedReply() {
  const invalidate = useInvalidate(['canned-replies']);
  return useMutation({
    mutationFn: async ({ reply, body }: Saving) => {
      const { data } = await (reply
        ? callEndpoint(updateCannedReply, { params: { id: reply._id }, body: { ...body, version: reply.version } })
        : callEndpoint(createCannedReply, { body }));
      return data;
    },
    onSettled: invalidate,
  });
}

/** Deletes a canned reply; succeeds also where it is gone already. Ask for confirmation before. */
export function useDeleteCannedReply() {
  const invalidate = useInvalidate(['canned-replies']);
  return useMutation({
    mutationFn: (id: string) => orNull(callEndpoint(deleteCannedReply, { params: { id } })),
    onSettled: invalidate,
  });
}
