import type { Random } from '../../../server/src/lib/random.ts';

/** Wards and their province or city since July 2025, with the number of users in each. */
const WARDS = [
  ['phường Bến Thành, TP. Hồ Chí Minh', 12],
  ['phường Tân Định, TP. Hồ Chí Minh', 9],
  ['phường Thủ Đức, TP. Hồ Chí Minh', 9],
  ['phường Gò Vấp, TP. Hồ Chí Minh', 8],
  ['phường Bình Thạnh, TP. Hồ Chí Minh', 8],
  ['phường Hoàn Kiếm, Hà Nội', 9],
  ['phường Cầu Giấy, Hà Nội', 9],
  ['phường Thanh Xuân, Hà Nội', 8],
  ['phường Tây Hồ, Hà Nội', 7],
  ['phường Long Biên, Hà Nội', 6],
  ['phường Hải Châu, Đà Nẵng', 9],
  ['phường Sơn Trà, Đà Nẵng', 5],
  ['phường Hội An, Đà Nẵng', 4],
  ['phường Hồng Bàng, Hải Phòng', 5],
  ['phường Ninh Kiều, Cần Thơ', 6],
  ['phường Thuận Hóa, Huế', 5],
  ['phường Nha Trang, Khánh Hòa', 5],
  ['phường Xuân Hương - Đà Lạt, Lâm Đồng', 5],
  ['phường Buôn Ma Thuột, Đắk Lắk', 4],
  ['phường Quy Nhơn, Gia Lai', 4],
  ['phường Pleiku, Gia Lai', 3],
  ['phường Bãi Cháy, Quảng Ninh', 3],
  ['phường Thành Vinh, Nghệ An', 4],
  ['phường Hạc Thành, Thanh Hóa', 4],
  ['phường Trấn Biên, Đồng Nai', 4],
  ['phường Long Xuyên, An Giang', 3],
  ['phường Rạch Giá, An Giang', 3],
  ['phường Mỹ Tho, Đồng Tháp', 3],
  ['phường Nam Định, Ninh Bình', 3],
  ['phường Hoa Lư, Ninh Bình', 2],
  ['phường Đồng Hới, Quảng Trị', 2],
  ['phường Phan Đình Phùng, Thái Nguyên', 3],
  ['phường Lào Cai, Lào Cai', 2],
  ['phường Sa Pa, Lào Cai', 2],
  ['phường Tô Hiệu, Sơn La', 1],
  ['phường Long Châu, Vĩnh Long', 2],
] as const;

const STREETS = [
  'Trần Phú',
  'Lê Lợi',
  'Nguyễn Huệ',
  'Hai Bà Trưng',
  'Lý Thường Kiệt',
  'Phan Chu Trinh',
  'Nguyễn Trãi',
  'Quang Trung',
  'Hùng Vương',
  'Lê Hồng Phong',
  'Ngô Quyền',
  'Trần Hưng Đạo',
  'Bạch Đằng',
  'Hoàng Diệu',
  'Võ Thị Sáu',
  'Nguyễn Du',
  'Đinh Tiên Hoàng',
  'Phan Đình Phùng',
  'Cách Mạng Tháng Tám',
  'Nguyễn Thị Minh Khai',
];

const HOMETOWNS = [
  'Hà Nội',
  'TP. Hồ Chí Minh',
  'Đà Nẵng',
  'Huế',
  'Hải Phòng',
  'Cần Thơ',
  'Nghệ An',
  'Thanh Hóa',
  'Hà Tĩnh',
  'Ninh Bình',
  'Hưng Yên',
  'Bắc Ninh',
  'Phú Thọ',
  'Thái Nguyên',
  'Quảng Ninh',
  'Lào Cai',
  'Sơn La',
  'Điện Biên',
  'Quảng Trị',
  'Quảng Ngãi',
  'Gia Lai',
  'Đắk Lắk',
  'Khánh Hòa',
  'Lâm Đồng',
  'Đồng Nai',
  'Tây Ninh',
  'Đồng Tháp',
  'An Giang',
  'Vĩnh Long',
  'Cà Mau',
];

const FOREIGN_NATIONALITIES = ['Pháp', 'Nhật Bản', 'Hàn Quốc', 'Hoa Kỳ', 'Úc', 'Đức'];
const FOREIGN_SHARE = 0.03;

/** House number, street, ward, province. */
export function homeAddress(random: Random): string {
  const number = random.integer(1, 320);
  const alley = random.chance(0.25) ? `/${random.integer(1, 60)}` : '';
  return `${number}${alley} ${random.pick(STREETS)}, ${random.weighted(WARDS)}`;
}

export function hometown(random: Random): string {
  return random.pick(HOMETOWNS);
}

export function nationality(random: Random): string {
  return random.chance(FOREIGN_SHARE) ? random.pick(FOREIGN_NATIONALITIES) : 'Việt Nam';
}
