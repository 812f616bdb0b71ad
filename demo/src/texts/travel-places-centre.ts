import type { Place } from './travel-place.ts';

export const CENTRAL_PLACES: readonly Place[] = [
  {
    name: 'Phố cổ Hội An',
    province: 'Đà Nẵng',
    scene: 'lanterns',
    notes: [
      'Đêm rằm tắt điện, cả phố chỉ còn ánh đèn lồng và tiếng bài chòi.',
      'Thả hoa đăng trên sông Hoài, nến nhỏ trôi qua chân cầu rồi mất hút.',
      'Cao lầu ngon nhất lại ở quán không biển hiệu, hỏi ba người mới tìm ra.',
      'May một chiếc áo dài trong một ngày, vừa như in.',
    ],
  },
  {
    name: 'Bà Nà',
    province: 'Đà Nẵng',
    scene: 'mountains',
    notes: [
      'Cầu Vàng lúc bảy giờ sáng chưa có ai, mây bay ngang qua bàn tay đá.',
      'Cáp treo đi hai mươi phút, dưới chân là rừng nguyên sinh và một con thác.',
      'Trên đỉnh lạnh hơn thành phố cả chục độ, nhớ mang áo khoác.',
    ],
  },
  {
    name: 'Bán đảo Sơn Trà',
    province: 'Đà Nẵng',
    scene: 'beach',
    notes: [
      'Gặp cả đàn voọc chà vá chân nâu chuyền cành ngay trên đầu.',
      'Đỉnh Bàn Cờ nhìn xuống thấy cả thành phố ôm lấy biển.',
      'Đường dốc và cua gắt, xe số an toàn hơn xe ga.',
    ],
  },
  {
    name: 'Kinh thành Huế',
    province: 'Huế',
    scene: 'lanterns',
    notes: [
      'Đại Nội sáng sớm vắng người, nghe rõ tiếng chổi quét lá trên sân gạch.',
      'Thuyền rồng trên sông Hương, ca Huế vừa dứt thì trăng lên.',
      'Bún bò mụ Rơi cay xè mà không bỏ đũa xuống được.',
      'Lăng Tự Đức rợp bóng thông, ngồi ở Xung Khiêm tạ cả tiếng đồng hồ.',
    ],
  },
  {
    name: 'Phong Nha',
    province: 'Quảng Trị',
    scene: 'mountains',
    notes: [
      'Động Thiên Đường rộng đến mức giếng trời trông như cửa sổ nhỏ.',
      'Đu dây qua sông Chày rồi tắm bùn trong hang Tối, cười khản cả giọng.',
      'Chị hướng dẫn từng đi tải hàng cho đoàn thám hiểm Sơn Đoòng, kể chuyện mê luôn.',
    ],
  },
  {
    name: 'Đảo Lý Sơn',
    province: 'Quảng Ngãi',
    scene: 'beach',
    notes: [
      'Hang Câu sáng sớm, rêu xanh phủ trên nền nham thạch đen.',
      'Gỏi tỏi lần đầu ăn, hăng nhẹ mà giòn ngọt.',
      'Từ đỉnh Thới Lới nhìn xuống ruộng tỏi chia ô như bàn cờ.',
    ],
  },
  {
    name: 'Kỳ Co',
    province: 'Gia Lai',
    scene: 'beach',
    notes: [
      'Nước ở đây có ba màu, càng ra xa càng xanh thẫm.',
      'Ca nô chạy mười lăm phút thì ướt từ đầu tới chân.',
      'Eo Gió đúng như tên gọi, đội mũ phải giữ bằng hai tay.',
    ],
  },
  {
    name: 'Gành Đá Đĩa',
    province: 'Đắk Lắk',
    scene: 'beach',
    notes: [
      'Hàng nghìn cột đá lục giác xếp sát nhau, sóng đánh vào nghe như tiếng vỗ tay.',
      'Chiều về ghé đầm Ô Loan ăn sò huyết nướng.',
      'Đi qua cầu gỗ Ông Cọp, chiếc cầu gỗ dài nhất mình từng đi.',
    ],
  },
  {
    name: 'Nha Trang',
    province: 'Khánh Hòa',
    scene: 'beach',
    notes: [
      'Lặn ở Hòn Mun thấy cả đàn cá hề trốn trong hải quỳ.',
      'Tháp Bà Ponagar lúc chiều tà, gạch đỏ ấm lên trong nắng.',
      'Bún sứa đầu chợ Đầm, sứa giòn sần sật.',
    ],
  },
  {
    name: 'Pleiku',
    province: 'Gia Lai',
    scene: 'lake',
    notes: [
      'Biển Hồ sáng sớm còn hơi nước bay là là, hàng thông đứng im phăng phắc.',
      'Núi lửa Chư Đăng Ya mùa dã quỳ vàng từ chân lên miệng núi.',
      'Phở khô hai tô, một tô bánh một tô nước, ăn lần đầu hơi lúng túng.',
    ],
  },
  {
    name: 'Buôn Đôn',
    province: 'Đắk Lắk',
    scene: 'mountains',
    notes: [
      'Giờ người ta không cưỡi voi nữa, chỉ đi bộ theo voi trong rừng, thấy thương hơn nhiều.',
      'Cầu treo bắc qua những gốc si trên sông Sêrêpôk rung nhè nhẹ.',
      'Cà phê phin uống ngay tại rẫy, thơm mùi khói bếp.',
    ],
  },
];
