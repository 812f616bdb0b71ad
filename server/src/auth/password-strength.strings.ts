import { NEW_PASSWORD_MIN_CHARS } from '@hai-dang/contract/constants.ts';
import type { PasswordWeakness } from './password-strength.ts';

/** Why a new password is refused, for whoever has chosen it. */
export const weaknessMessages: Readonly<Record<PasswordWeakness, string>> = {
  short: `Mật khẩu mới phải có ít nhất ${NEW_PASSWORD_MIN_CHARS} ký tự`,
  personal: 'Mật khẩu mới chứa tên, email của bạn hoặc tên sản phẩm nên dễ đoán',
  common: 'Mật khẩu mới gần giống một mật khẩu nhiều người dùng nên dễ đoán',
  word: 'Mật khẩu mới chỉ gồm một vài từ hoặc tên thường gặp nên dễ đoán, hãy thêm từ không liên quan',
  pattern: 'Mật khẩu mới lặp lại, đi theo dãy phím hoặc là ngày tháng nên dễ đoán',
  guessable: 'Mật khẩu mới quá dễ đoán, hãy thêm vài từ không liên quan',
};
