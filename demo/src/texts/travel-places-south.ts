import type { Place } from './travel-place.ts';

export const SOUTHERN_PLACES: readonly Place[] = [
  {
    name: 'Đà Lạt',
    province: 'Lâm Đồng',
    scene: 'lake',
    notes: [
      'Săn mây ở Cầu Đất, rét run mà ly sữa đậu nành nóng cứu cả buổi sáng.',
      'Đi tàu hỏa cổ ra Trại Mát, ngồi cạnh cửa sổ nghe mùi gỗ cũ.',
      'Hồ Tuyền Lâm chiều không gió, mặt nước in nguyên rừng thông.',
      'Bánh căn trứng cút chấm mắm nêm, ăn hai đĩa vẫn thấy thiếu.',
    ],
  },
  {
    name: 'Mũi Né',
    province: 'Lâm Đồng',
    scene: 'dunes',
    notes: [
      'Bàu Trắng lúc bình minh, cát lạnh dưới chân và chưa có dấu giày nào.',
      'Trượt cát bằng tấm ván nhựa, leo lên mệt gấp mười lần trượt xuống.',
      'Suối Tiên đi chân trần, một bên cát đỏ một bên dừa xanh.',
      'Làng chài buổi sáng mua ghẹ tại thuyền, nhờ quán luộc giúp.',
    ],
  },
  {
    name: 'Đồi cát Nam Cương',
    province: 'Khánh Hòa',
    scene: 'dunes',
    notes: [
      'Các mẹ người Chăm gánh nước đi ngang đồi cát, bóng đổ dài trong nắng chiều.',
      'Gió vẽ lại mặt cát mỗi ngày, hôm sau quay lại đã thành chỗ khác.',
      'Gần đó có vườn nho, vào cắt tại giàn ăn thoải mái.',
    ],
  },
  {
    name: 'Vịnh Vĩnh Hy',
    province: 'Khánh Hòa',
    scene: 'bay',
    notes: [
      'Cung đường ven biển từ Bình Tiên sang đây đẹp đến nghẹt thở.',
      'Tàu đáy kính nhìn thấy san hô mà không cần lặn.',
      'Hang Rái buổi chiều, sóng tràn lên bậc đá như thác nhỏ.',
    ],
  },
  {
    name: 'Phú Quốc',
    province: 'An Giang',
    scene: 'beach',
    notes: [
      'Bãi Sao cát mịn như bột, buổi trưa vắng chỉ còn tiếng sóng.',
      'Hoàng hôn ở Dinh Cậu, mặt trời chìm ngay sau mũi đá.',
      'Nhà thùng nước mắm thơm nồng, đứng một lúc là quần áo cũng thơm theo.',
      'Gỏi cá trích cuốn bánh tráng, dừa nạo phải thật non.',
    ],
  },
  {
    name: 'Côn Đảo',
    province: 'TP. Hồ Chí Minh',
    scene: 'beach',
    notes: [
      'Nửa đêm ra hòn Bảy Cạnh xem rùa mẹ lên đẻ, ai cũng nín thở.',
      'Nghĩa trang Hàng Dương buổi tối gió thổi qua rặng dương, lòng lặng lại.',
      'Bãi Đầm Trầu nằm cạnh sân bay, máy bay lướt ngay trên đầu.',
    ],
  },
  {
    name: 'Chợ nổi Cái Răng',
    province: 'Cần Thơ',
    scene: 'river',
    notes: [
      'Năm giờ rưỡi sáng đã kín ghe, cây bẹo treo lủng lẳng trái khóm với bí rợ.',
      'Ăn tô hủ tiếu ngay trên ghe, sóng lắc mà cô bán hàng múc không đổ một giọt.',
      'Ghé lò hủ tiếu tự tay tráng được một chiếc bánh méo xẹo.',
    ],
  },
  {
    name: 'Rừng tràm Trà Sư',
    province: 'An Giang',
    scene: 'river',
    notes: [
      'Xuồng lướt trên thảm bèo xanh, hai bên tràm mọc thẳng tắp.',
      'Cò trắng bay về kín ngọn cây lúc năm giờ chiều.',
      'Mùa nước nổi có bông điên điển nấu canh chua cá linh, ăn một lần nhớ mãi.',
    ],
  },
  {
    name: 'Đất Mũi',
    province: 'Cà Mau',
    scene: 'river',
    notes: [
      'Đứng ở cột mốc tọa độ số 0, thấy mặt trời mọc và lặn cùng trên biển.',
      'Vỏ lãi chạy xuyên rừng đước, nước bắn tung tóe hai bên.',
      'Cua Năm Căn chắc nịch, hấp bia là đủ.',
    ],
  },
  {
    name: 'Quận 1',
    province: 'TP. Hồ Chí Minh',
    scene: 'city',
    notes: [
      'Phố đi bộ Nguyễn Huệ cuối tuần, đám trẻ con thổi bong bóng xà phòng bay kín trời.',
      'Ngồi cà phê chung cư cũ nhìn xuống đường, mỗi tầng một quán một kiểu.',
      'Đi buýt đường sông từ Bạch Đằng ra Linh Đông giá mười lăm nghìn, mát rượi.',
    ],
  },
  {
    name: 'Núi Bà Đen',
    province: 'Tây Ninh',
    scene: 'mountains',
    notes: [
      'Leo đường cột điện mất ba tiếng, lên tới nơi mây phủ kín tượng Phật Bà.',
      'Bánh tráng phơi sương cuốn thịt luộc với hơn mười loại rau rừng.',
      'Bình minh trên đỉnh nhìn thấy hồ Dầu Tiếng sáng lên như tấm gương.',
    ],
  },
  {
    name: 'Cù lao Thới Sơn',
    province: 'Đồng Tháp',
    scene: 'river',
    notes: [
      'Xuồng ba lá len dưới hàng dừa nước, nắng lọt qua từng đốm.',
      'Uống trà mật ong chanh hạnh, nghe đờn ca tài tử dưới giàn trái cây.',
      'Kẹo dừa còn nóng mềm dẻo, ăn tại lò mới biết khác.',
    ],
  },
  {
    name: 'Thác Dray Nur',
    province: 'Đắk Lắk',
    scene: 'waterfall',
    notes: [
      'Thác rộng như bức tường nước, sau lưng thác là một cái hang lớn.',
      'Mùa khô nước trong xanh, mùa mưa thì đỏ quạch phù sa.',
      'Qua cầu treo nhỏ là sang được thác bên kia, nhớ mang giày bám.',
    ],
  },
];
