/** Canned replies: the shortcut typed after '/', and the text. */
export const CANNED_LINES: ReadonlyArray<readonly [shortcut: string, content: string]> = [
  ['chào', 'Chào {tên}, cảm ơn bạn đã liên hệ. Chúng tôi có thể giúp gì cho bạn?'],
  ['chờ', 'Chúng tôi đang kiểm tra và sẽ trả lời {tên} trong hôm nay. Mong bạn chờ thêm một chút nhé.'],
  [
    'ảnh',
    'Bạn gửi giúp chúng tôi ảnh chụp màn hình lúc gặp lỗi, kèm tên điện thoại và phiên bản ứng dụng ' +
      '(Cài đặt → Giới thiệu) nhé.',
  ],
  [
    'báocáo',
    'Bạn mở bài viết hoặc trang cá nhân đó, chọn “…” rồi “Báo cáo” và ghi rõ lý do.\n' +
      'Mỗi báo cáo đều được một quản trị viên xem xét.',
  ],
  [
    'xácminh',
    'Để xác minh danh tính, {tên} chụp rõ hai mặt căn cước (không lóa, đủ bốn góc) và gửi trong mục ' +
      'Cài đặt → Xác minh. Kết quả có trong vòng 48 giờ.',
  ],
  [
    'mậtkhẩu',
    'Bạn chọn “Quên mật khẩu” ở màn hình đăng nhập và nhập email đã đăng ký. Nếu sau 10 phút chưa thấy thư, ' +
      'hãy xem cả hộp thư rác.\nLưu ý: chúng tôi không bao giờ hỏi mật khẩu của bạn.',
  ],
  ['kết', 'Cảm ơn {tên} đã tin dùng ứng dụng. Chúc bạn có những chuyến đi vui!'],
];
