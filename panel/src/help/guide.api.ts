import { guideUrl } from '../../../docs/huong-dan.md?guide';
import { ApiError } from '../lib/api-error.ts';
import { type Guide, guideSchema } from './guide.ts';

/** Fetches the guide: a file of the panel's own, not a call of the API. @throws {ApiError} */
export async function fetchGuide(signal: AbortSignal): Promise<Guide> {
  const response = await fetch(guideUrl, { signal }).catch((cause: unknown) => {
    signal.throwIfAborted();
    throw Object.assign(new ApiError({ status: 0, code: 'NETWORK' }), { cause });
  });
  if (!response.ok) throw new ApiError({ status: response.status, code: 'HTTP_ERROR' });
  return guideSchema.parse(await response.json());
}
