import { describe, expect, it } from 'vitest';
import { ApiError } from './api-error.ts';
import { shouldRetry } from './query-client.ts';

const failure = (status: number) => new ApiError({ status, code: 'ANY' });

describe('shouldRetry', () => {
  it.each([0, 502, 503, 504])('status %i, which is transient: retries once', (status) => {
    expect(shouldRetry(0, failure(status))).toBe(true);
    expect(shouldRetry(1, failure(status))).toBe(false);
  });

  it.each([200, 400, 401, 403, 404, 409, 429, 500])('status %i: does not retry', (status) => {
    expect(shouldRetry(0, failure(status))).toBe(false);
  });

  it('an error of the panel’s own code: does not retry', () => {
    expect(shouldRetry(0, new TypeError('x is undefined'))).toBe(false);
  });
});
