import {
  listLetterTemplates,
  setLetterTemplate as setEndpoint,
} from '@hai-dang/contract/moderation/letters.endpoints.ts';
import type { LetterTemplate, SetLetterTemplateBody } from '@hai-dang/contract/moderation/letters.schema.ts';
import { callEndpoint } from '../../lib/api-client.ts';

/** The texts for every rule, and those that a rule has of its own. @throws ApiError */
export async function fetchLetterTemplates(
  policy: string | null,
  signal: AbortSignal,
): Promise<readonly LetterTemplate[]> {
  return (await callEndpoint(listLetterTemplates, { body: { policy }, signal })).data;
}

/** @throws ApiError; see templateNow (letters.queries.ts) for the details of status 409 */
export async function setLetterTemplate(body: SetLetterTemplateBody): Promise<LetterTemplate> {
  return (await callEndpoint(setEndpoint, { body })).data;
}
