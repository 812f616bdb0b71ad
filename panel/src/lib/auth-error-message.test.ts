import { describe, expect, it } from 'vitest';
import { ApiError } from './api-error.ts';
import { authErrorMessage } from './auth-error-message.ts';

const FALLBACK = 'Đăng nhập thất bại';

describe('authErrorMessage', () => {
  it('returns the server’s message', () => {
    const error = new ApiError({ status: 401, code: 'INVALID_CREDENTIALS', message: 'Email hoặc mật khẩu không đúng' });
    expect(authErrorMessage(error, FALLBACK)).toBe('Email hoặc mật khẩu không đúng');
  });

  it('without a server message returns the fallback', () => {
    expect(authErrorMessage(new ApiError({ status: 500, code: 'HTTP_ERROR' }), FALLBACK)).toBe(FALLBACK);
    expect(authErrorMessage(new Error('a fault of our own'), FALLBACK)).toBe(FALLBACK);
  });

  it('a network failure: says that the server cannot be reached', () => {
    expect(authErrorMessage(new ApiError({ status: 0, code: 'NETWORK' }), FALLBACK)).toMatch(
      /^Đăng nhập thất bại\. Không thể kết nối/,
    );
  });

  it.each([
    [41, 'Thử lại sau 41 giây.'],
    [60, 'Thử lại sau 1 phút.'],
    [841, 'Thử lại sau 15 phút.'],
  ])('too many attempts: names the wait of %i s', (retryAfterSeconds, hint) => {
    const error = new ApiError({ status: 429, code: 'TOO_MANY', message: 'Sai quá nhiều lần', retryAfterSeconds });
    expect(authErrorMessage(error, FALLBACK)).toBe(`Sai quá nhiều lần. ${hint}`);
  });
});
