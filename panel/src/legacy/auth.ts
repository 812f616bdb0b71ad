import { ApiError } from '../lib/api-error.ts';
import { fieldsOf, idOf, textOf } from './shapes.ts';

/**
 * A sign-in. Without an administrator's id no socket is opened and no notification is changed (specification, section
 * 5).
 * @throws ApiError TOKEN_MISSING without a token
 */
export function toLogin(raw: unknown): unknown {
  const { message, token, admin } = fieldsOf(raw);
  if (typeof token !== 'string' || token === '') throw new ApiError({ status: 200, code: 'TOKEN_MISSING' });
  const { id, _id, username, email } = fieldsOf(admin);
  const adminId = idOf(id) ?? idOf(_id);
  return {
    success: true,
    message: textOf(message) ?? '',
    token,
    admin: adminId && { id: adminId, username: textOf(username) ?? '', email: textOf(email) ?? '' },
  };
}
