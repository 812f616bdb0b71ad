import * as z from 'zod/mini';

/** No conversation has more messages: the largest number of four bytes. */
export const SEQ_MAX = 2 ** 31 - 1;

/** A message's sequence number in its conversation: 1, 2, 3 … without gaps. Messages are ordered by it, never by time. */
export const seqSchema = z.int().check(z.minimum(1), z.maximum(SEQ_MAX));
