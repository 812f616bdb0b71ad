import { isCancelled } from '../lib/api-error.ts';
import { refusalText } from '../lib/refusal-text.ts';

/**
 * Waits for a call that a dialog runs.
 * @param failure what the dialog says where the server has no words
 * @throws with the text that the dialog shows; what has been put aside as it is
 */
export async function orExplain<Done>(call: Promise<Done>, failure: string): Promise<Done> {
  try {
    return await call;
  } catch (error) {
    throw isCancelled(error) ? error : new Error(refusalText(error, failure));
  }
}
