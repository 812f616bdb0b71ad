import type { Random } from '../../../server/src/lib/random.ts';

/** The family names with their real frequency, in per mille. */
const FAMILY_NAMES = [
  ['Nguyễn', 315],
  ['Trần', 109],
  ['Lê', 89],
  ['Phạm', 59],
  ['Hoàng', 33],
  ['Huỳnh', 22],
  ['Vũ', 29],
  ['Võ', 24],
  ['Phan', 28],
  ['Trương', 22],
  ['Bùi', 21],
  ['Đặng', 19],
  ['Đỗ', 19],
  ['Ngô', 17],
  ['Hồ', 15],
  ['Dương', 14],
  ['Đinh', 10],
  ['Đoàn', 8],
  ['Lâm', 8],
  ['Mai', 7],
  ['Trịnh', 7],
  ['Đào', 7],
  ['Lương', 6],
  ['Cao', 6],
  ['Hà', 6],
  ['Tạ', 5],
  ['Lý', 5],
  ['Phùng', 4],
  ['Tô', 4],
  ['Châu', 4],
  ['Thái', 3],
  ['Quách', 2],
] as const;

const split = (names: string) => names.split(' ');

const MIDDLE_NAMES = {
  female: split('Thị Thị Thị Ngọc Thu Thanh Minh Phương Bảo Kim Hoài Khánh Diệu Quỳnh Mỹ Thùy Như Hồng Tường Cẩm'),
  male: split('Văn Văn Hữu Đức Minh Quang Công Xuân Thanh Ngọc Anh Quốc Gia Bá Đình Trọng Tuấn Hoàng Thế Mạnh Nhật'),
};
const GIVEN_NAMES = {
  female: split(
    'Mai Lan Hương Hà Linh Trang Ngọc Thảo Phương Anh Vy My Nhung Hạnh Hiền Yến Oanh Quỳnh Giang Dung Hoa Loan Nga ' +
      'Thúy Trâm Châu Uyên Ngân Diệp Thư Chi Nhi Tú Tâm Bích Xuân Đào Vân Liên Tuyết Thủy Huyền Hằng Duyên Ly Nguyệt',
  ),
  male: split(
    'Nam Hùng Dũng Tuấn Minh Anh Đức Long Hải Sơn Quân Huy Khoa Phúc Bảo Thành Trung Kiên Cường Việt Tùng Lâm Đạt ' +
      'Khánh Phong Hoàng Thắng Nghĩa Tâm Bình An Quang Vinh Toàn Thịnh Tài Lộc Duy Hiếu Trí Phát Nhân Khôi Đăng Thiện',
  ),
};

/** Reserved for examples (RFC 2606), so that no e-mail is delivered. */
const MAIL_DOMAINS = ['example.com', 'example.net', 'example.org', 'hopthu.example', 'vietmail.example'];

export const GENDER_WEIGHTS = [
  ['female', 49],
  ['male', 45],
  ['other', 3],
  [null, 3],
] as const;
export type Gender = (typeof GENDER_WEIGHTS)[number][0];

/** A full Vietnamese name: family, middle, given. */
export function userName(random: Random, gender: Gender): string {
  const kind = gender === 'female' || gender === 'male' ? gender : random.pick(['female', 'male'] as const);
  const family = random.weighted(FAMILY_NAMES);
  const middle = random.pick(MIDDLE_NAMES[kind]);
  const given = random.pick(GIVEN_NAMES[kind].filter((name) => name !== middle && name !== family));
  return `${family} ${middle} ${given}`;
}

/** 'Đặng Thị Ngọc' → ['dang', 'thi', 'ngoc']. */
export function asciiWords(text: string): string[] {
  const ascii = text
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .replace(/[Đđ]/g, 'd')
    .toLowerCase();
  return ascii.match(/[a-z0-9]+/g) ?? ['ban'];
}

/** An e-mail derived from a name; another `serial` makes another one. */
export function userEmail(random: Random, name: string, serial: number | string): string {
  const words = asciiWords(name);
  const given = words.at(-1) ?? '';
  const family = words[0] ?? '';
  const initials = words
    .slice(0, -1)
    .map((word) => word[0])
    .join('');
  const local = random.pick([`${given}.${family}`, `${given}${initials}`, `${family}.${given}`, words.join('')]);
  return `${local}${serial}@${random.pick(MAIL_DOMAINS)}`;
}

/**
 * Ten digits like a mobile number, with a prefix of no operator, so that no phone rings.
 * @param serial up to a million different numbers
 */
export function userPhone(serial: number): string {
  return `060${String(1_000_003 + ((serial * 611_953) % 8_999_993)).slice(-7)}`;
}
