import type { SceneKind } from '../images/scenery.ts';

/** Titles of travel posts; `{place}` is the place. */
export const TRAVEL_TITLES = [
  '{place} một ngày đầy nắng',
  'Hai ngày ở {place}',
  'Lần thứ ba trở lại {place}',
  'Kinh nghiệm đi {place} tự túc',
  '{place} mùa này có gì?',
  'Một mình tới {place}',
  'Cả nhà đi {place} cuối tuần',
  '{place} trong mắt mình',
  'Nhật ký {place}',
  'Đi {place} hết bao nhiêu tiền?',
  'Buổi sớm ở {place}',
  'Ba điều mình thích ở {place}',
  'Chạy xe máy tới {place}',
  'Ghi vội từ {place}',
  '{place}, hẹn ngày gặp lại',
] as const;

/** Sentences for any place of a type. */
export const SCENE_LINES: Record<SceneKind, readonly string[]> = {
  mountains: [
    'Không khí sáng sớm lạnh và sạch, hít một hơi là tỉnh hẳn.',
    'Đường đèo nhiều đoạn đang sửa, đi chậm vừa an toàn vừa ngắm được nhiều.',
    'Đêm trên núi nhìn lên thấy sao dày đặc.',
    'Điện thoại mất sóng nửa ngày mà lại thấy dễ chịu.',
  ],
  terraces: [
    'Cuối tháng chín là lúc lúa vàng đều nhất.',
    'Bà con đang gặt, cho mình ôm thử một bó, nặng hơn tưởng nhiều.',
    'Nắng xiên buổi chiều làm từng bờ ruộng hiện lên rõ mồn một.',
    'Mùa nước đổ tháng năm cũng đẹp không kém mùa lúa chín.',
  ],
  dunes: [
    'Đi trước bảy giờ sáng, muộn hơn là cát bỏng chân.',
    'Máy ảnh phải bọc kỹ vì gió thổi cát vào từng khe.',
    'Cả đồi cát chỉ nghe tiếng gió.',
  ],
  waterfall: [
    'Đường xuống hơi trơn, nên mang giày có gai.',
    'Nước mát lạnh, ngâm chân một lúc là hết mỏi.',
    'Cầu vồng hiện ngay giữa làn hơi nước lúc mười giờ.',
  ],
  lake: [
    'Mặt hồ lặng đến mức thấy rõ từng đám mây.',
    'Cắm trại qua đêm nhớ mang thêm túi ngủ, nửa đêm lạnh sâu.',
    'Chèo sup một vòng mất chừng bốn mươi phút.',
  ],
  bay: [
    'Nên chọn chuyến thuyền sớm, nước lặng và ít người.',
    'Nước đổi màu theo từng giờ nắng.',
    'Núi đá soi bóng xuống nước, chụp kiểu nào cũng đẹp.',
  ],
  beach: [
    'Tháng này biển êm, nước ấm, tắm tới chiều không muốn lên.',
    'Dậy sớm đi dọc bãi biển, gặp bà con kéo lưới, xin được con cá tươi.',
    'Dừa ở đây ngọt, hai mươi nghìn một trái.',
    'Sóng hơi mạnh buổi chiều, có trẻ nhỏ thì nên tắm buổi sáng.',
  ],
  river: [
    'Ngồi xuồng mà nghe cô lái hát, trời mát, chẳng muốn về.',
    'Nước lớn nước ròng ở đây tính theo con nước, hỏi trước cho khỏi lỡ.',
    'Người miền sông nước hiền, hỏi đường là dắt tới tận nơi.',
  ],
  lanterns: [
    'Buổi tối đông, nhưng sáu giờ sáng thì cả phố là của mình.',
    'Tường vàng, mái ngói rêu, góc nào cũng ra ảnh.',
    'Nên thuê xe đạp, phố nhỏ đi bộ cũng hết.',
  ],
  city: [
    'Đi bộ là cách hay nhất để thấy thành phố này.',
    'Mỗi con hẻm một mùi thức ăn khác nhau.',
    'Đêm xuống đèn lên, phố như đổi sang bộ áo khác.',
  ],
};

export const TRAVEL_TIPS = [
  'Chi phí cả chuyến khoảng 2,3 triệu một người, gồm xe, phòng và ăn uống.',
  'Phòng mình ở 350 nghìn một đêm, sạch sẽ, chủ nhà dễ thương.',
  'Nên đi ngày thường, cuối tuần giá phòng tăng gần gấp đôi.',
  'Mình đi xe khách giường nằm ban đêm, sáng tới nơi là chơi luôn.',
  'Nhớ mang tiền mặt, nhiều quán chưa nhận chuyển khoản.',
  'Áo khoác mỏng, kem chống nắng và một đôi giày tốt là đủ.',
  'Bạn nào cần lịch trình chi tiết thì bình luận, mình gửi.',
  'Rác mình gom mang về, mong ai đến cũng vậy.',
  'Xe máy thuê 150 nghìn một ngày, kiểm tra phanh kỹ trước khi nhận.',
] as const;

export const TRAVEL_CLOSINGS = [
  'Nhất định sẽ quay lại.',
  'Ai đi rồi cho mình thêm gợi ý nhé!',
  'Việt Nam mình đẹp thật.',
  'Về nhà rồi mà hồn vẫn ở lại.',
  'Đáng từng giờ ngồi xe.',
  'Chuyến sau mình rủ thêm ba mẹ.',
  'Ảnh không diễn tả hết được.',
] as const;

/** Words that join sentences into a long story. */
export const TRAVEL_LINKS = [
  'Ngày đầu tiên: ',
  'Sang hôm sau: ',
  'Điều mình nhớ nhất: ',
  'Thêm một chuyện nhỏ: ',
] as const;
