import type { Place } from './travel-place.ts';

export const NORTHERN_PLACES: readonly Place[] = [
  {
    name: 'Vịnh Hạ Long',
    province: 'Quảng Ninh',
    scene: 'bay',
    notes: [
      'Chèo kayak luồn qua hang Luồn lúc thủy triều xuống, vách đá hai bên phủ rêu xanh mướt.',
      'Ngủ đêm trên tàu, sáng mở cửa sổ là đảo đá hiện ra từng lớp trong sương.',
      'Leo hơn bốn trăm bậc lên đỉnh Ti Tốp, mồ hôi ướt áo nhưng nhìn xuống vịnh là quên mệt.',
      'Chả mực giã tay ở chợ Hạ Long ăn nóng với xôi trắng ngon hơn mình tưởng.',
    ],
  },
  {
    name: 'Sa Pa',
    province: 'Lào Cai',
    scene: 'terraces',
    notes: [
      'Đi bộ từ Lao Chải sang Tả Van gần ba tiếng, ruộng bậc thang vàng rực hai bên đường.',
      'Sáng sớm Fansipan mù đặc, đúng chín giờ mây rẽ ra như có người kéo rèm.',
      'Buổi tối ngồi quanh bếp củi ở bản Cát Cát nghe chị chủ nhà kể chuyện nhuộm chàm.',
      'Lẩu cá hồi giữa trời tám độ là phần thưởng xứng đáng sau một ngày leo dốc.',
    ],
  },
  {
    name: 'Mù Cang Chải',
    province: 'Lào Cai',
    scene: 'terraces',
    notes: [
      'Đồi mâm xôi mùa lúa chín tròn như ai lấy compa vẽ.',
      'Đèo Khau Phạ sáng nay gió lớn, dù lượn phải chờ tới gần trưa mới bay được.',
      'Các em nhỏ ở bản Lìm Mông chạy theo chào, má đỏ hây hây vì nắng.',
    ],
  },
  {
    name: 'Hà Giang',
    province: 'Tuyên Quang',
    scene: 'mountains',
    notes: [
      'Mã Pí Lèng nhìn xuống sông Nho Quế xanh như dải lụa, đứng lặng người một lúc lâu.',
      'Hoa tam giác mạch ở Lũng Cú năm nay nở sớm, tím nhạt cả một triền đá.',
      'Chợ phiên Đồng Văn họp từ tờ mờ sáng, bát thắng cố bốc khói nghi ngút.',
      'Con đường Hạnh Phúc dài hơn trong bản đồ vì cứ vài cây số lại phải dừng ngắm.',
    ],
  },
  {
    name: 'Tràng An',
    province: 'Ninh Bình',
    scene: 'bay',
    notes: [
      'Cô lái đò chèo bằng chân, vừa chèo vừa kể tích từng cái hang.',
      'Hang Tối dài hơn ba trăm mét, chỉ nghe tiếng mái chèo và tiếng nước nhỏ giọt.',
      'Năm trăm bậc đá Hang Múa dốc thật nhưng lên tới đỉnh là thấy cả sông Ngô Đồng.',
    ],
  },
  {
    name: 'Thác Bản Giốc',
    province: 'Cao Bằng',
    scene: 'waterfall',
    notes: [
      'Từ xa cả cây số đã nghe tiếng thác, lại gần thì bụi nước bay ướt tóc.',
      'Đi bè ra sát chân thác mất năm mươi nghìn, máy ảnh phải bọc kín.',
      'Động Ngườm Ngao cách đó vài phút, thạch nhũ hình hoa sen úp ngược rất lạ.',
    ],
  },
  {
    name: 'Hồ Ba Bể',
    province: 'Thái Nguyên',
    scene: 'lake',
    notes: [
      'Thuyền độc mộc đi giữa hồ lặng như gương, nói nhỏ cũng nghe tiếng vọng.',
      'Nhà sàn ở Pác Ngòi sạch sẽ, bữa tối có cá nướng kẹp tre.',
      'Ao Tiên nhỏ xíu trong rừng mà nước trong thấy đáy.',
    ],
  },
  {
    name: 'Mộc Châu',
    province: 'Sơn La',
    scene: 'mountains',
    notes: [
      'Đồi chè hình trái tim buổi sáng còn đọng sương, đi dép lê là trượt ngay.',
      'Thung lũng Nà Ka mùa mận chín hái tại vườn, vừa hái vừa ăn.',
      'Sữa chua nếp cẩm ở đây ăn liền ba cốc.',
    ],
  },
  {
    name: 'Phố cổ Hà Nội',
    province: 'Hà Nội',
    scene: 'city',
    notes: [
      'Năm giờ sáng đi chợ hoa Quảng Bá rồi vòng về Hồ Gươm xem các cụ tập dưỡng sinh.',
      'Ngồi ghế nhựa ở Tạ Hiện, gọi đĩa nem chua rán rồi nhìn người qua lại.',
      'Cà phê trứng trong con ngõ hẹp đến mức hai người phải nghiêng mình tránh nhau.',
    ],
  },
  {
    name: 'Cát Bà',
    province: 'Hải Phòng',
    scene: 'bay',
    notes: [
      'Vịnh Lan Hạ vắng hơn Hạ Long, nước xanh ngọc nhìn thấy san hô.',
      'Thuê xe máy chạy xuyên đảo, khỉ ngồi ven đường nhìn mình như hỏi vé.',
      'Pháo đài Thần Công lúc hoàng hôn chỉ có mình với gió.',
    ],
  },
  {
    name: 'Tà Xùa',
    province: 'Sơn La',
    scene: 'mountains',
    notes: [
      'Sống lưng khủng long giữa biển mây, hai bên là vực trắng xóa.',
      'Chờ từ bốn rưỡi, đến sáu giờ mười phút thì mây dâng ngang chân.',
      'Homestay nhỏ chỉ có bốn phòng, cô chủ nấu cháo gà lúc nửa đêm cho cả đoàn.',
    ],
  },
];
