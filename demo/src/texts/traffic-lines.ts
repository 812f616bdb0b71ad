/** The questions of users to the administrators, each message by message. */
export const QUESTIONS: ReadonlyArray<readonly string[]> = [
  ['Chào ad, mình muốn đổi email đăng nhập thì làm ở đâu ạ?', 'Email cũ mình không dùng nữa rồi.'],
  ['Cho em hỏi bài viết chờ duyệt bao lâu thì hiện ạ?', 'Em đăng từ sáng mà bạn bè chưa thấy.'],
  ['Ảnh mình tải lên bị mờ hẳn so với ảnh gốc', 'Có cách nào giữ nguyên chất lượng không ad?'],
  [
    'Ứng dụng báo hết phiên đăng nhập liên tục',
    'Mình đang dùng mạng 4G, máy Android 14',
    'Đăng nhập lại thì được vài phút rồi lại bị.',
  ],
  ['Mình vừa đi Mù Cang Chải về, có được viết bài dài nhiều kỳ không ạ?'],
  ['Ad ơi có người lấy ảnh của mình đăng lại', 'Mình báo cáo rồi, ad xem giúp nhé'],
  ['Tôi bấm nhầm xóa một bài viết, khôi phục được không?', 'Bài về chợ nổi Cái Răng, đăng hôm qua.'],
  ['Sao mình không bình luận được vào bài du lịch?', 'Bấm gửi thì chữ biến mất luôn'],
  ['Cho hỏi dấu tích xanh cần những giấy tờ gì?'],
  ['Bạn mình bị khóa tài khoản mà không rõ lý do', 'Tên tài khoản là Hoàng Minh Tuấn', 'Nhờ ad kiểm tra giúp.'],
  ['Thông báo đến muộn cả tiếng đồng hồ', 'Mình đã bật hết quyền trong cài đặt rồi.'],
  ['Có thể ẩn danh sách người theo dõi không ạ?'],
  ['Em muốn đổi ngày sinh mà ứng dụng không cho', 'Lúc đăng ký em gõ nhầm năm ạ'],
  ['Bản đồ trong bài Phú Quý chỉ sai chỗ rồi ad', 'Nó chỉ ra giữa biển 😅'],
  ['Làm sao để lưu bài viết đọc lúc không có mạng?'],
  ['Shop bán tour cứ gắn thẻ mình vào bài quảng cáo', 'Gỡ ra rồi họ lại gắn tiếp, phiền quá.'],
  ['Mình muốn tải toàn bộ ảnh chuyến đi về máy', 'Có nút nào tải hết một lần không?'],
  ['Chữ trong ứng dụng hôm nay bỗng nhỏ lại', 'Mẹ mình không đọc được nữa'],
  ['Ad cho hỏi giờ hỗ trợ là mấy giờ ạ?', 'Mình hay lên mạng buổi tối.'],
  ['Video 30 giây mà tải mãi không xong', 'Thử wifi nhà với wifi công ty đều vậy.'],
];

/** The replies of users to an administrator. */
export const REPLIES: readonly string[] = [
  'Dạ em cảm ơn ad ạ!',
  'Để mình thử lại rồi báo ad nhé.',
  'Được rồi ạ, cảm ơn nhiều.',
  'Mình làm theo rồi mà vẫn chưa được.',
  'Ok ad 👍',
  'À ra vậy, mình hiểu rồi.',
  'Ad kiểm tra thêm giúp mình với ạ.',
  'Khoảng bao lâu thì xong vậy ad?',
  'Vâng, mình đợi.',
  'Tuyệt quá, được rồi! Cảm ơn bạn.',
  'Mình vừa gửi thêm thông tin qua email rồi nhé.',
  'Dạ vâng, có gì em nhắn lại.',
];
