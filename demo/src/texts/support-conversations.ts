import type { SceneKind } from '../images/scenery.ts';

/** A conversation of a user with the administrators, its oldest line first. */
export interface SupportConversation {
  readonly lines: ReadonlyArray<readonly [who: 'user' | 'admin', text: string, shows?: SceneKind]>;
  /** Number of the user's last lines that no administrator has read. */
  readonly unread?: number;
  /** Number of the administrators' last lines that the user has not read. */
  readonly unseen?: number;
}

/** The first is that of the user whose login is printed. */
export const SUPPORT_CONVERSATIONS: readonly SupportConversation[] = [
  {
    lines: [
      ['user', 'Chào anh chị, em là Mai. Em vừa đổi điện thoại, làm sao để đăng nhập lại ạ?'],
      ['admin', 'Chào chị Mai, chị cài lại ứng dụng rồi đăng nhập bằng email mai.nguyen@example.com như trước nhé.'],
      ['user', 'Em vào được rồi ạ, ảnh cũ vẫn còn đủ, như tấm Hội An này.', 'lanterns'],
      ['admin', 'Dạ, mọi bài viết đều lưu trên máy chủ nên chị yên tâm nhé.'],
      ['user', 'Em cảm ơn ạ! À cho em hỏi thêm: bài Hội An của em bị một người bình luận quảng cáo liên tục.'],
      ['user', 'Em đã báo cáo rồi mà hôm nay họ vẫn bình luận tiếp.'],
    ],
    unread: 2,
  },
  {
    lines: [
      ['user', 'Tài khoản của tôi gửi giấy tờ xác minh ba hôm nay mà chưa thấy dấu tích.'],
      ['admin', 'Chào bạn, ảnh mặt sau căn cước bị lóa nên chưa đọc được số. Bạn chụp lại giúp chúng tôi nhé.'],
      ['user', 'Chụp ở đâu cũng bị lóa thì làm thế nào?'],
      ['admin', 'Bạn tắt đèn flash, đặt giấy tờ trên mặt bàn tối màu gần cửa sổ là được ạ.'],
      ['user', 'Tôi gửi lại rồi đó.'],
      ['admin', 'Đã nhận được và đã xác minh. Dấu tích sẽ hiện sau ít phút.'],
      ['user', 'Thấy rồi, cảm ơn nhiều.'],
    ],
  },
  {
    lines: [
      ['user', 'Shop ơi có người lấy ảnh đại diện của em lập tài khoản khác'],
      ['user', 'họ nhắn cho bạn bè em vay tiền 😢'],
      ['admin', 'Bạn gửi giúp tên tài khoản giả đó và báo cáo với lý do “Khác” nhé, chúng tôi xử lý ngay.'],
      ['user', 'Em báo cáo rồi ạ, có 3 bạn em cũng báo cáo cùng'],
      ['admin', 'Chúng tôi đã vô hiệu hóa tài khoản giả. Bạn nhớ nhắc mọi người đừng chuyển tiền.'],
      ['user', 'Dạ em cảm ơn ad nhiều lắm ạ'],
    ],
  },
  {
    lines: [
      ['user', 'Sao bài viết về Hà Giang của mình bị xóa vậy? Mình viết mất cả buổi tối.'],
      ['admin', 'Chào bạn, bài có đoạn chép nguyên văn từ một trang khác và bị chính tác giả báo cáo.'],
      ['user', 'Mình chỉ trích vài câu thôi mà.'],
      ['admin', 'Bạn ghi rõ nguồn và viết phần còn lại bằng lời của mình thì đăng lại được ngay ạ.'],
    ],
    unseen: 1,
  },
  {
    lines: [
      ['user', 'Cho mình hỏi cách đổi tên hiển thị?'],
      ['admin', 'Bạn vào Trang cá nhân → Chỉnh sửa → Tên hiển thị. Tên không được trùng với người khác nhé.'],
      ['user', 'Ok ad 👍'],
    ],
  },
  {
    lines: [
      ['user', 'Ứng dụng cứ mở phần Du lịch là thoát ra ngoài.'],
      ['admin', 'Bạn đang dùng máy gì và phiên bản ứng dụng bao nhiêu ạ?'],
      ['user', 'Máy Android 12, bản 3.4.1'],
      ['admin', 'Lỗi này đã được sửa ở bản 3.4.2, bạn cập nhật thử giúp nhé.'],
      ['user', 'Cập nhật xong vẫn bị ạ'],
      ['user', 'Nó thoát khi kéo đến bài thứ ba'],
      ['user', 'Mình quay màn hình lại rồi, gửi ở đâu được?'],
    ],
    unread: 3,
  },
  {
    lines: [
      ['user', 'Tôi muốn xóa hẳn tài khoản và toàn bộ ảnh.'],
      ['admin', 'Chào bạn, xóa rồi thì không lấy lại được. Bạn có chắc chắn không ạ?'],
      ['user', 'Để tôi tải ảnh về đã, cuối tuần tôi nhắn lại.'],
      ['admin', 'Dạ vâng, bạn cứ nhắn vào đây khi sẵn sàng nhé.'],
    ],
  },
  {
    lines: [
      ['user', 'Có ai hỗ trợ không ạ? Mình quên mật khẩu.'],
      ['admin', 'Bạn vẫn đang đăng nhập trên điện thoại này chứ ạ?'],
      ['user', 'Vâng, mình muốn đăng nhập thêm trên máy tính bảng mà không nhớ.'],
      ['admin', 'Bạn vào Cài đặt → Bảo mật → Đổi mật khẩu, mã xác nhận gửi về email của bạn.'],
      ['user', 'Không thấy email nào cả, thư rác cũng không có.'],
      ['admin', 'Email đăng ký của bạn viết thiếu một chữ, chúng tôi đã sửa lại. Bạn thử lần nữa nhé.'],
      ['user', 'Được rồi! Cảm ơn bạn.'],
    ],
  },
  {
    lines: [
      [
        'user',
        'Tài khoản bán tour giá rẻ cứ nhắn tin cho em mỗi ngày, chặn rồi họ lập tài khoản khác. Ad xử lý giúp em với.',
      ],
    ],
    unread: 1,
  },
  {
    lines: [
      ['user', 'Mình là chủ homestay ở Tà Xùa, có được đăng bài giới thiệu phòng không?'],
      ['admin', 'Chào bạn, bạn chia sẻ trải nghiệm và hình ảnh thì được, còn bảng giá và số điện thoại thì không ạ.'],
      ['user', 'Vậy để số điện thoại ở trang cá nhân?'],
      ['admin', 'Trang cá nhân thì được, bạn điền vào mục Liên hệ nhé.'],
      ['user', 'Cảm ơn admin, rõ ràng quá.'],
    ],
  },
  {
    lines: [
      ['user', 'Tại sao tôi bị báo cáo vì “thông tin sai lệch”? Giá vé tôi ghi là giá hôm tôi mua.'],
      ['admin', 'Chào bạn, báo cáo đó đã được từ chối vì bài có ghi rõ ngày mua vé. Bài vẫn được giữ nguyên.'],
      ['user', 'Thế thì được, tôi cứ tưởng bị xóa.'],
      ['admin', 'Dạ không ạ. Bạn có thể thêm dòng “giá có thể thay đổi” để mọi người khỏi hiểu nhầm.'],
    ],
    unseen: 1,
  },
  {
    lines: [
      ['user', 'Xin lỗi mình bấm nhầm báo cáo bài của bạn mình, rút lại được không ạ?'],
      ['admin', 'Không sao bạn ơi, chúng tôi xem rồi và đã từ chối báo cáo đó.'],
      ['user', 'May quá, cảm ơn ad ❤️'],
    ],
  },
  {
    lines: [
      ['user', 'Đăng 10 ảnh mà chỉ hiện 4 ảnh, tấm này đâu ạ?', 'bay'],
      ['admin', 'Bài du lịch chỉ hiện trước 4 ảnh, bấm vào ảnh thứ tư là xem được tất cả nhé.'],
      ['user', 'À hiểu rồi. Mà mình muốn đổi thứ tự ảnh thì sao?'],
      ['user', 'Ảnh bìa đang là tấm mờ nhất 😅'],
    ],
    unread: 2,
  },
  {
    lines: [
      ['user', 'Hôm qua em đi lạc ở Fansipan, nhờ bài chỉ đường trên này mà xuống được. Cảm ơn ứng dụng!'],
      ['admin', 'Mừng vì bạn an toàn! Bạn có muốn viết lại thành bài để giúp người khác không?'],
      ['user', 'Dạ để cuối tuần em viết ạ.'],
    ],
  },
  {
    lines: [
      ['user', 'Có một bài chê bai người dân tộc rất khó nghe, mình gửi báo cáo mã số bao nhiêu để theo dõi?'],
      ['admin', 'Chào bạn, bạn vào Cài đặt → Báo cáo của tôi để xem trạng thái nhé.'],
      ['user', 'Thấy “Đang xem xét”. Khoảng bao lâu thì xong ạ?'],
      ['admin', 'Thường trong vòng 24 giờ, nội dung thù địch thì được ưu tiên trước.'],
      ['user', 'Vâng mình đợi.'],
      ['admin', 'Bài đó đã bị gỡ và tài khoản bị vô hiệu hóa. Cảm ơn bạn đã báo.'],
    ],
  },
  {
    lines: [
      ['user', 'Ad ơi, chữ trong ứng dụng nhỏ quá, mẹ em không đọc được'],
      ['admin', 'Bạn tăng cỡ chữ trong Cài đặt của điện thoại, ứng dụng sẽ theo cỡ chữ đó ạ.'],
      ['user', 'Tăng rồi mà phần bình luận vẫn nhỏ'],
    ],
    unread: 1,
  },
  {
    lines: [
      ['user', 'Tôi mới chuyển từ Đà Nẵng vào Sài Gòn, đổi quê quán hay đổi địa chỉ vậy?'],
      ['admin', 'Bạn chỉ cần đổi địa chỉ, quê quán giữ nguyên cũng được ạ.'],
      ['user', 'OK, xong rồi.'],
    ],
  },
];
