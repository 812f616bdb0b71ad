import { ApiError } from './api-error.ts';

const OK_STATUS = 200;

/**
 * Lets a good answer through.
 * @throws ApiError for a backend that refuses with status 200 and `success: false`
 */
export function accepted<Answer extends { readonly success: boolean; readonly message?: string | undefined }>(
  answer: Answer,
): Answer {
  if (answer.success) return answer;
  throw new ApiError({ status: OK_STATUS, code: 'REFUSED', message: answer.message ?? '' });
}
