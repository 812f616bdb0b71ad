import { TIME_ZONE } from '@hai-dang/contract/constants.ts';
import type { ReportItemType } from '@hai-dang/contract/moderation/report-fields.schema.ts';
import type { ReportReason } from '@hai-dang/contract/moderation/reports.schema.ts';

const CLOCK = new Intl.DateTimeFormat('vi-VN', { hour: '2-digit', minute: '2-digit', timeZone: TIME_ZONE });

const DATE_TIME = new Intl.DateTimeFormat('vi-VN', { dateStyle: 'short', timeStyle: 'short', timeZone: TIME_ZONE });

/** Texts of `npm run demo:user`, which files reports and chats as the app does. */
export const userStrings = {
  usage: `npm run demo:user -- [chat | notices] [tùy chọn]

Đăng nhập như một người dùng của ứng dụng, gửi báo cáo đến máy chủ đang chạy, trò chuyện với quản trị viên, đọc thông báo quyết
định và khiếu nại.

  chat                   trò chuyện ngay, không qua phần báo cáo
  notices                đọc thông báo quyết định và khiếu nại; cũng là việc duy nhất làm được khi tài khoản bị khóa
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
  noSubjects: 'Không tìm thấy nội dung nào để báo cáo; hãy dùng --item <loại>:<mã>.',
  subjects: 'Báo cáo nội dung nào?',
  subjectQuestion: 'Số (Enter để thoát): ',
  reasons: 'Vì lý do gì?',
  reasonQuestion: 'Số: ',
  description: 'Mô tả (10–500 ký tự): ',
  notInList: 'Không có số này trong danh sách.',
  filed: (id: string) => `Đã gửi báo cáo, mã ${id}.`,
  rejected: (status: number, message: string) => `Máy chủ từ chối (${status}): ${message}`,
  goodbye: 'Tạm biệt!',
  notices: {
    disabled: (reason: string | null, until: Date | null) =>
      `Tài khoản đã bị vô hiệu hóa${until ? ` đến ${DATE_TIME.format(until)}` : ''}${reason ? `, lý do: ${reason}` : ''}.`,
    none: 'Chưa có thông báo quyết định nào.',
    title: 'Khiếu nại thông báo nào?',
    question: 'Số (Enter để thoát): ',
    line: ({
      text,
      at,
      until,
      appealUntil,
    }: {
      text: string;
      at: Date;
      until: Date | null;
      appealUntil: Date | null;
    }) =>
      [
        `[${DATE_TIME.format(at)}] ${text.replaceAll(/\s+/g, ' ')}`,
        until && `hết hạn ${DATE_TIME.format(until)}`,
        appealUntil ? `khiếu nại được đến ${DATE_TIME.format(appealUntil)}` : 'không khiếu nại được',
      ]
        .filter(Boolean)
        .join(' · '),
    text: 'Nội dung khiếu nại (10–1.000 ký tự): ',
    sent: (due: Date) => `Đã gửi khiếu nại, sẽ được xem trước ${DATE_TIME.format(due)}.`,
  },
  chat: {
    choice: 'Trò chuyện với quản trị viên',
    help: `Mỗi dòng là một tin nhắn gửi đến quản trị viên. Các lệnh:
  /offline   ngắt kết nối; tin nhắn viết trong lúc này được gửi khi kết nối lại
  /online    kết nối lại
  /image <tệp>  gửi hình ảnh
  /typing    báo là đang nhập
  /help      xem lại các lệnh
  /quit      thoát sau khi gửi hết`,
    noSuchFile: (path: string) => `Không đọc được tệp ${path}`,
    imageFile: (name: string) => `[Hình ảnh ${name}]`,
    image: (size: { width: number; height: number } | null | undefined) =>
      size ? `[Hình ảnh ${size.width} × ${size.height}]` : '[Hình ảnh]',
    quote: (content: string) => `(trả lời “${content}”)`,
    unknownCommand: (line: string) => `Không có lệnh ${line}; /help để xem các lệnh.`,
    online: '● Đã kết nối.',
    offline: '○ Đã ngắt kết nối; /online để kết nối lại.',
    connectionLost: '○ Mất kết nối, đang tự kết nối lại...',
    rejected: (message: string) => `Máy chủ từ chối kết nối: ${message}`,
    pending: (count: number) => `… ${count} tin nhắn chờ gửi khi có kết nối`,
    sent: (content: string) => `✓ Đã gửi: ${content}`,
    notSent: (content: string, message: string) => `✗ Không gửi được: ${content} (${message})`,
    sentElsewhere: (at: Date, content: string) => `[${CLOCK.format(at)}] Bạn, từ thiết bị khác: ${content}`,
    received: (at: Date, name: string | null | undefined, content: string) =>
      `[${CLOCK.format(at)}] ${name ?? 'Quản trị viên'}: ${content}`,
    edited: (at: Date, name: string | null | undefined, content: string) =>
      `${name ?? 'Quản trị viên'} đã sửa tin nhắn lúc ${CLOCK.format(at)}: ${content}`,
    deleted: (at: Date, name: string | null | undefined) =>
      `${name ?? 'Quản trị viên'} đã thu hồi tin nhắn lúc ${CLOCK.format(at)}.`,
    read: '✓✓ Quản trị viên đã xem',
    adminTyping: 'Quản trị viên đang nhập tin nhắn...',
    missed: (count: number) => `(${count} tin nhắn đến lúc ngoại tuyến không hiện lại được ở đây)`,
    unsent: (count: number) => `${count} tin nhắn chưa gửi được.`,
  },
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
  ruleLabels: { child_safety: 'An toàn trẻ em' },
} as const;
