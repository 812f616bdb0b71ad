import { describe, expect, it } from 'vitest';
import { ApiError } from '../lib/api-error.ts';
import { loginFailureText } from './login-failure.ts';

describe('loginFailureText', () => {
  it("shows the server's words", () => {
    const error = new ApiError({ status: 401, code: 'INVALID_CREDENTIALS', message: 'Email hoặc mật khẩu không đúng' });
    expect(loginFailureText(error)).toBe('Email hoặc mật khẩu không đúng');
  });

  it('has words of its own where the server sent none', () => {
    expect(loginFailureText(new ApiError({ status: 500, code: 'HTTP_ERROR' }))).toBe('Đăng nhập thất bại');
    expect(loginFailureText(new Error('a fault of our own'))).toBe('Đăng nhập thất bại');
  });

  it('says that the server cannot be reached', () => {
    expect(loginFailureText(new ApiError({ status: 0, code: 'NETWORK' }))).toMatch(
      /^Đăng nhập thất bại\. Không thể kết nối/,
    );
  });

  it.each([
    [41, 'Thử lại sau 41 giây.'],
    [60, 'Thử lại sau 1 phút.'],
    [841, 'Thử lại sau 15 phút.'],
  ])('names the wait of %i s after too many attempts', (retryAfterSeconds, hint) => {
    const error = new ApiError({ status: 429, code: 'TOO_MANY', message: 'Sai quá nhiều lần', retryAfterSeconds });
    expect(loginFailureText(error)).toBe(`Sai quá nhiều lần. ${hint}`);
  });
});
