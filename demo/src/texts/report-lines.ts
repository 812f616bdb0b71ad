import type { ReportItemType } from '@hai-dang/contract/moderation/report-fields.schema.ts';
import type { ReportReason } from '@hai-dang/contract/moderation/reports.schema.ts';

/** How users name the subject of a report. */
export const SUBJECT_NAMES: Record<Exclude<ReportItemType, 'User'>, string> = {
  Post: 'Bài viết',
  TravelPost: 'Bài du lịch',
  Comment: 'Bình luận',
};

/** Complaints about an account, by reason. */
export const ACCOUNT_COMPLAINTS: Record<ReportReason, readonly string[]> = {
  spam: [
    'Tài khoản này nhắn tin quảng cáo tour giá rẻ cho tôi mỗi ngày.',
    'Người này kết bạn hàng loạt rồi gửi liên kết lạ cho mọi người.',
    'Trang cá nhân chỉ toàn quảng cáo, theo dõi ai cũng chỉ để bán hàng.',
    'Cứ vài phút lại gửi cho tôi một tin mời đầu tư giống hệt nhau.',
  ],
  harassment: [
    'Người này nhắn tin làm phiền tôi cả đêm dù tôi đã bảo dừng lại.',
    'Anh ta lập tài khoản mới để tiếp tục quấy rối sau khi bị tôi chặn.',
    'Người này theo tôi vào mọi bài viết chỉ để bình luận khó chịu.',
    'Tôi bị tài khoản này dọa sẽ đăng ảnh riêng của tôi lên mạng.',
  ],
  inappropriate_content: [
    'Ảnh đại diện và phần giới thiệu có nội dung phản cảm.',
    'Tài khoản này đăng hình không phù hợp với trẻ em.',
    'Phần giới thiệu dùng lời lẽ tục tĩu, ai vào cũng thấy.',
  ],
  violence: [
    'Người này dọa đánh tôi nếu tôi còn đến quán của anh ta.',
    'Tài khoản này khoe hình đánh nhau và cổ vũ bạo lực.',
    'Anh ta nhắn sẽ tìm đến tận nhà tôi, tôi rất lo cho gia đình.',
  ],
  hate_speech: [
    'Tài khoản này xúc phạm người miền khác trong mọi bình luận.',
    'Người này liên tục kỳ thị người khuyết tật.',
    'Phần giới thiệu miệt thị người khác vì tôn giáo của họ.',
  ],
  false_information: [
    'Tài khoản này giả làm một công ty du lịch có thật để nhận tiền cọc.',
    'Người này tự nhận là hướng dẫn viên có thẻ nhưng tôi đã kiểm tra, không phải.',
    'Đây là tài khoản mạo danh bạn tôi, ảnh và tên đều lấy của bạn ấy.',
  ],
  other: [
    'Tôi đã chuyển cọc phòng cho người này nhưng đến nơi không có phòng.',
    'Tài khoản này hình như bị người khác chiếm, bạn tôi không còn đăng nhập được.',
    'Người này lấy ảnh của tôi đăng lên trang của mình mà không xin phép.',
  ],
};

/** Complaints about a text, by reason; `{what}` is its type. */
export const CONTENT_COMPLAINTS: Record<ReportReason, readonly string[]> = {
  spam: [
    '{what} này là quảng cáo trá hình, đã đăng đi đăng lại nhiều lần.',
    '{what} chỉ để kéo người đọc sang nhóm bán hàng của người đăng.',
    '{what} này giống hệt nội dung tôi thấy ở năm chỗ khác trong hôm nay.',
    '{what} chèn số điện thoại bán vé, không liên quan gì đến chuyến đi.',
  ],
  harassment: [
    '{what} này bêu tên tôi và gọi bạn bè vào chế giễu.',
    '{what} cố tình nhắm vào một bạn nữ trong nhóm, rất khó chịu.',
    '{what} này nhắc đến gia đình tôi bằng lời lẽ xúc phạm.',
  ],
  inappropriate_content: [
    '{what} này dùng từ ngữ tục tĩu, không nên để trẻ em đọc.',
    '{what} có nội dung phản cảm, không phù hợp với ứng dụng du lịch.',
    '{what} này khiến tôi và các con thấy rất khó chịu khi đọc.',
  ],
  violence: [
    '{what} này kêu gọi mọi người đến đập phá quán của người ta.',
    '{what} mô tả cảnh đánh nhau một cách cổ vũ.',
    '{what} này đe dọa những ai không đồng ý với người viết.',
  ],
  hate_speech: [
    '{what} này miệt thị người dân địa phương nơi tôi sống.',
    '{what} dùng từ ngữ kỳ thị vùng miền, đọc rất buồn.',
    '{what} này xúc phạm một dân tộc thiểu số.',
  ],
  false_information: [
    '{what} ghi sai giá vé và giờ mở cửa, nhiều người đến nơi phải quay về.',
    '{what} này nói khu du lịch đã đóng cửa, trong khi tôi vừa ở đó tuần trước.',
    'Địa điểm nêu ở đây không có thật, tôi sống ở vùng này đã mười năm.',
    '{what} lấy chuyện của nơi khác rồi ghi sang tên nơi này.',
  ],
  other: [
    '{what} này chép nguyên văn của tôi mà không ghi nguồn.',
    '{what} để lộ số điện thoại và địa chỉ nhà của bạn tôi.',
    '{what} này dùng tên quán của tôi khi chưa được phép.',
  ],
};

/** Notes of an administrator on a decision. */
export const DECISION_NOTES = {
  reviewing: ['Đang chờ người bị báo cáo trả lời.', 'Cần xem thêm các nội dung khác của người này.'],
  resolved: ['Đã nhắc nhở người đăng.', 'Đúng như báo cáo, đã xử lý.', 'Vi phạm lần thứ hai.'],
  rejected: ['Không thấy vi phạm.', 'Chỉ là ý kiến khác nhau, không xúc phạm ai.', 'Báo cáo không có căn cứ.'],
} as const;
