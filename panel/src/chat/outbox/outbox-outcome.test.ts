import { expect, test } from 'vitest';
import { ApiError } from '../../lib/api-error.ts';
import { AskError } from '../../lib/socket-ask.ts';
import { outcomeOf } from './outbox-outcome.ts';

const outcomeOfResponse = (
  status: number,
  rest: { code?: string; message?: string; retryAfterSeconds?: number } = {},
) => outcomeOf(new ApiError({ status, code: 'CODE', ...rest }));

test.each([400, 404, 409, 413, 415])('outcomeOf: status %i is final, with the server’s message', (status) => {
  expect(outcomeOfResponse(status, { message: 'Hình ảnh lớn hơn 10 MB' })).toEqual({
    kind: 'rejected',
    error: 'Hình ảnh lớn hơn 10 MB',
  });
  expect(outcomeOfResponse(status)).toEqual({ kind: 'rejected', error: 'Lỗi gửi tin nhắn' });
});

test.each([0, 408, 425, 429, 500, 502, 503])('outcomeOf: status %i is transient', (status) => {
  expect(outcomeOfResponse(status, { message: 'Máy chủ đang bận' })).toEqual({ kind: 'no-response', pauseMs: 0 });
});

test('outcomeOf: Retry-After sets the pause, within limits', () => {
  expect(outcomeOfResponse(503, { retryAfterSeconds: 4 })).toEqual({ kind: 'no-response', pauseMs: 4_000 });
  expect(outcomeOfResponse(429, { retryAfterSeconds: 3_600 })).toEqual({ kind: 'no-response', pauseMs: 10_000 });
});

test('outcomeOf: a malformed response counts as stored', () => {
  expect(outcomeOfResponse(200, { code: 'MALFORMED_RESPONSE' })).toEqual({ kind: 'stored' });
});

test('outcomeOf: status 401 waits for the administrator to sign in again', () => {
  expect(outcomeOfResponse(401, { message: 'Phiên đăng nhập đã hết hạn' })).toEqual({ kind: 'not-connected' });
});

test('outcomeOf: a legacy backend’s error within a successful response is an error', () => {
  expect(outcomeOfResponse(200, { code: 'REJECTED', message: 'Không' })).toEqual({ kind: 'rejected', error: 'Không' });
});

test.each([
  [new AskError('rejected', 'Không', 'GONE'), { kind: 'rejected', error: 'Không' }],
  [new AskError('rejected', ''), { kind: 'rejected', error: 'Lỗi gửi tin nhắn' }],
  [new AskError('no-response', 'no response'), { kind: 'no-response' }],
  [new AskError('not-connected', 'Socket not connected'), { kind: 'not-connected' }],
  [new AskError('malformed', 'no message'), { kind: 'stored' }],
  [new TypeError('a fault'), { kind: 'no-response' }],
])('outcomeOf: over the socket, %o → %o', (error, outcome) => {
  expect(outcomeOf(error)).toEqual(outcome);
});
