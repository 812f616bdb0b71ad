import type { ReportItemType, ReportReason } from '@hai-dang/contract/reports/reports.schema.ts';

/** Words of the small program that files reports; it speaks as the app would. */
export const demoUserStrings = {
  usage: `npm run demo:user -- [tùy chọn]

Đăng nhập như một người dùng của ứng dụng và gửi báo cáo đến máy chủ đang chạy.

  --url <địa chỉ>        máy chủ (mặc định http://127.0.0.1:4000)
  --email <email>        tài khoản khác (mặc định là người dùng mẫu); mật khẩu được hỏi
  --item <loại>:<mã>     báo cáo nội dung này thay vì chọn trong danh sách; có thể lặp lại
                         loại là User, Post, TravelPost hoặc Comment

Không có --item, danh sách được đọc từ cơ sở dữ liệu của DATA_DIR hoặc DATABASE_URL, như máy chủ.
Câu trả lời cũng có thể đến từ một tệp: printf '1\\n1\\nMô tả ...\\n' | npm run demo:user`,
  badItem: (text: string) => `--item ${text}: cần có dạng Post:<mã>`,
  badUrl: (text: string) => `--url ${text}: không phải là địa chỉ http hay https`,
  unreachable: (url: string) => `Không kết nối được ${url}. Máy chủ đã chạy chưa (npm start)?`,
  password: 'Mật khẩu: ',
  signedIn: (name: string, email: string) => `Đã đăng nhập: ${name} (${email}).`,
  noItems: 'Không tìm thấy nội dung nào để báo cáo; hãy dùng --item <loại>:<mã>.',
  items: 'Báo cáo nội dung nào?',
  itemQuestion: 'Số (Enter để thoát): ',
  reasons: 'Vì lý do gì?',
  reasonQuestion: 'Số: ',
  description: 'Mô tả (10–500 ký tự): ',
  notInList: 'Không có số này trong danh sách.',
  filed: (id: string) => `Đã gửi báo cáo, mã ${id}.`,
  refused: (status: number, message: string) => `Máy chủ từ chối (${status}): ${message}`,
  goodbye: 'Tạm biệt!',
  itemTypes: {
    User: 'Người dùng',
    Post: 'Bài viết',
    TravelPost: 'Bài du lịch',
    Comment: 'Bình luận',
  } satisfies Record<ReportItemType, string>,
  reasonLabels: {
    spam: 'Spam',
    harassment: 'Quấy rối',
    inappropriate_content: 'Nội dung không phù hợp',
    violence: 'Bạo lực',
    hate_speech: 'Phát ngôn thù địch',
    false_information: 'Thông tin sai lệch',
    other: 'Khác',
  } satisfies Record<ReportReason, string>,
} as const;
