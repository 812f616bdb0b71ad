/** Comments. */
export const COMMENTS = [
  'Đẹp quá!',
  'Nhìn mà thèm 😋',
  'Cho mình xin địa chỉ với bạn ơi.',
  'Hôm nào rủ mình đi cùng nhé.',
  'Ảnh chụp bằng máy gì vậy bạn?',
  'Chúc mừng bạn nha 🎉',
  'Đọc mà thấy nhẹ lòng.',
  'Mình cũng vừa trải qua y hệt.',
  'Lưu lại để cuối tuần đi.',
  'Chỗ này đi mùa nào đẹp nhất vậy ạ?',
  'Nhớ quê quá.',
  'Cố lên bạn ơi!',
  'Hahaha giống nhà mình ghê.',
  'Bài viết hữu ích, cảm ơn bạn.',
  'Giá cả chỗ đó thế nào bạn?',
  'Lâu rồi không gặp, bạn khỏe không?',
  'Tuyệt vời ông mặt trời.',
  'Đi mấy ngày là đủ hả bạn?',
  'Mình ở gần đó mà chưa biết chỗ này luôn.',
  'Góc chụp lạ thật.',
  'Trời hôm đó có mưa không bạn?',
  'Cho xin công thức với chị ơi.',
  'Xem ảnh mà muốn xách ba lô đi liền.',
  'Thương quá đi ❤️',
  'Đường lên đó xe máy đi được không ạ?',
  'Năm ngoái mình đi đúng dịp lễ, đông nghẹt.',
  'Bé nhà bạn lớn nhanh thật.',
  'Chuẩn luôn.',
  'Hóng bài tiếp theo.',
  'Mình nghĩ khác một chút, nhưng tôn trọng ý kiến của bạn.',
  'Có nhận gửi hàng đi tỉnh không bạn?',
  'Đã đi và xác nhận là đáng tiền.',
  'Ủa sao không gọi mình 😭',
  'Hay quá, chia sẻ thêm đi bạn.',
  'Nhìn bình yên ghê.',
] as const;

export const BIOS = [
  'Thích đi, thích ăn và thích kể lại.',
  'Kỹ sư ban ngày, đầu bếp ban đêm.',
  'Yêu biển, cà phê sữa đá và những chuyến đi không kế hoạch.',
  'Ban ngày đi làm, buổi tối học thêm ngoại ngữ.',
  'Chụp ảnh phim, đi chậm, nói ít.',
  'Hướng dẫn viên tự do ở miền Trung. Cần hỏi đường cứ nhắn.',
  'Đi khắp 34 tỉnh thành trước tuổi ba mươi: 19/34.',
  'Bán hoa, trồng rau, nuôi mèo.',
  'Chạy bộ mỗi sáng, uống trà mỗi chiều.',
  'Giáo viên tiểu học. Mê sách cũ và nhạc Trịnh.',
  'Người Huế xa quê.',
  'Phượt thủ nghỉ hưu sớm vì đau lưng.',
  'Làm bánh tại nhà, nhận đặt trước hai ngày.',
  'Yêu núi hơn biển, nhưng biển cũng được.',
  'Bác sĩ thú y. Hỏi gì về chó mèo mình trả lời miễn phí.',
  'Cứ đi rồi sẽ đến.',
  'Nhà ở Đà Lạt, hồn ở Hà Nội.',
  'Viết code nuôi thân, viết văn nuôi hồn.',
  'Không có gì đặc biệt, chỉ là hay cười.',
  'Dân Tây Bắc, mời mọi người lên chơi mùa lúa chín.',
] as const;

export const MARITAL_STATUSES = ['Độc thân', 'Đang hẹn hò', 'Đã kết hôn', 'Đã ly hôn'] as const;

/** Allowed posts that are hard to render. */
export const ODD_TEXTS = [
  '🇻🇳🎉👨‍👩‍👧‍👦🏝️ Chúc mừng năm mới cả nhà!!! 🥳🥳🥳 ❤️‍🔥 👩🏽‍🚀 1️⃣2️⃣3️⃣',
  'Bạn mình ở Dubai nhắn: مرحبا بالجميع، فيتنام جميلة جدا — dịch ra là Việt Nam đẹp lắm!',
  `Cười muốn xỉu ${'ha'.repeat(90)}`,
  '<b>In đậm</b> mà sao không thấy đậm nhỉ? <script>alert("thử thôi")</script> & "ngoặc kép" \'đơn\'',
  'Giảm 50% — mua 2 tặng 1; mã: SALE_100%\\OFF (đến 31/12)\n\n\n\nXem thêm ở dưới\t\t→',
  'Điều mình học được: 1) nghe nhiều hơn nói; 2) ngủ đủ; 3) uống nước. Hết.',
  'ĐỌC KỸ HƯỚNG DẪN SỬ DỤNG TRƯỚC KHI DÙNG, ĐỌC KỸ HƯỚNG DẪN SỬ DỤNG TRƯỚC KHI DÙNG, ĐỌC KỸ!!!',
  'שלום từ Tel Aviv, mọi người đoán xem mình đang đứng ở đâu? 🤔',
] as const;

/** Allowed names that are hard to render: an emoji, two writing directions, markup, great length. */
export const ODD_NAMES = [
  'Hoa Anh Đào 🌸',
  'محمد Phạm',
  '<i>Tí</i> & "Tèo"',
  'Công Tằng Tôn Nữ Nguyễn Phúc Thị Ngọc Diễm Hương Quỳnh Giang Thanh Tâm',
] as const;
