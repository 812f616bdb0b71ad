import { getContent } from '@hai-dang/contract/content/content.endpoints.ts';
import type { ContentDetail, ContentRef } from '@hai-dang/contract/content/content.schema.ts';
import { callEndpoint } from '../lib/api-client.ts';
import { hasCode } from '../lib/api-error.ts';

/** Content by itself; null where there is none, or none any more. @throws ApiError */
export async function fetchContent(ref: ContentRef, signal?: AbortSignal): Promise<ContentDetail | null> {
  try {
    return (await callEndpoint(getContent, { params: ref, ...(signal && { signal }) })).data;
  } catch (error) {
    const isGone = (['POST_NOT_FOUND', 'TRAVEL_POST_NOT_FOUND', 'COMMENT_NOT_FOUND'] as const).some((code) =>
      hasCode(error, code),
    );
    if (isGone) return null;
    throw error;
  }
}
