-- Letters to those whom a decision concerns (docs/decisions/043).

-- The text of a letter for a policy, or for every policy without one of its own (policy_key '').
create table letter_templates (
  policy_key text collate "C" not null,
  kind text not null,
  text text not null,
  -- Counts its changes: a stale one is rejected.
  version integer not null default 1,
  updated_at timestamptz(3) not null,
  primary key (policy_key, kind)
);

-- A letter to one user, or to several. It waits until an undo is over.
create table letters (
  id text collate "C" primary key,
  -- Null for a report that closed itself.
  decision_id text collate "C" references decisions,
  subject_type text not null,
  subject_id text collate "C" not null,
  kind text not null,
  -- Null for the reporters of the decision, or for all that were notified of it.
  recipient_id text collate "C",
  -- The report that closed itself.
  report_id text collate "C",
  -- The administrator whose message it is.
  sender_id text collate "C" not null,
  -- With {tên} left for each recipient.
  text text not null,
  -- False where nothing is sent and the notice alone says it.
  has_message boolean not null,
  -- What the notices of it say.
  policy_title text,
  until timestamptz(3),
  appeal_until timestamptz(3),
  created_at timestamptz(3) not null,
  send_at timestamptz(3) not null,
  -- Who was reached last, in the order of ids: where a step goes on.
  last_recipient_id text collate "C" not null default '',
  -- Either it has reached everybody, or it was withdrawn.
  sent_at timestamptz(3),
  withdrawn_at timestamptz(3)
);
create index letters_waiting on letters (send_at, id) where sent_at is null and withdrawn_at is null;
-- Those that were never sent, which retention purges.
create index letters_withdrawn on letters (withdrawn_at, id) where withdrawn_at is not null;
create index letters_of_decision on letters (decision_id) where decision_id is not null;
create index letters_of_recipient on letters (recipient_id) where recipient_id is not null;

-- The proof that a letter reached one user, once, and what that user appeals against.
create table notices (
  id text collate "C" primary key,
  letter_id text collate "C" not null references letters,
  user_id text collate "C" not null,
  decision_id text collate "C",
  -- The report that was closed; null for the owner.
  report_id text collate "C",
  kind text not null,
  text text not null,
  policy_title text,
  until timestamptz(3),
  -- Until when the user may appeal, once; null where there is nothing to appeal against.
  appeal_until timestamptz(3),
  -- The message of the conversation that carries it.
  message_id text collate "C",
  created_at timestamptz(3) not null,
  constraint notices_once unique (letter_id, user_id)
);
create index notices_of_user on notices (user_id, created_at desc, id desc);
create unique index notices_of_message on notices (message_id) where message_id is not null;
create index notices_of_decision on notices (decision_id, user_id) where decision_id is not null;

-- The texts for every policy.
insert into letter_templates (policy_key, kind, text, updated_at)
select '', v.*, now() from (values
  ('takedown', E'Chào {tên},\n\n'
   'Chúng tôi đã gỡ {nội dung} vì vi phạm quy tắc “{quy tắc}”. Người khác không còn xem được nội dung này.\n\n'
   'Nếu bạn cho rằng có nhầm lẫn, bạn có thể khiếu nại một lần, ngay trong ứng dụng, trước {hạn khiếu nại}.'),
  ('warn', E'Chào {tên},\n\n'
   'Chúng tôi đã xem xét {nội dung} và thấy vi phạm quy tắc “{quy tắc}”. Đây là một lời cảnh cáo và được lưu trong hồ sơ của bạn. '
   'Nếu còn tái phạm, tài khoản có thể bị tạm khóa hoặc vô hiệu hóa.\n\n'
   'Nếu bạn cho rằng có nhầm lẫn, bạn có thể khiếu nại một lần, ngay trong ứng dụng, trước {hạn khiếu nại}.'),
  ('suspend', E'Chào {tên},\n\n'
   'Tài khoản của bạn bị tạm khóa đến {đến}. Lý do: {nội dung} vi phạm quy tắc “{quy tắc}”. Trong thời gian này bạn không đăng nhập được; '
   'hết hạn, tài khoản tự mở lại.\n\n'
   'Nếu bạn cho rằng có nhầm lẫn, bạn có thể khiếu nại một lần, ngay trong ứng dụng, trước {hạn khiếu nại}.'),
  ('disable', E'Chào {tên},\n\n'
   'Tài khoản của bạn đã bị vô hiệu hóa. Lý do: {nội dung} vi phạm quy tắc “{quy tắc}”. Bạn không đăng nhập được nữa.\n\n'
   'Nếu bạn cho rằng có nhầm lẫn, bạn có thể khiếu nại một lần, ngay trong ứng dụng, trước {hạn khiếu nại}.'),
  ('report_upheld', E'Chào {tên},\n\n'
   'Cảm ơn bạn đã báo cáo {nội dung}. Chúng tôi đã xem xét, thấy vi phạm quy tắc “{quy tắc}” và đã xử lý. '
   'Báo cáo của bạn giúp cộng đồng an toàn hơn.'),
  ('report_rejected', E'Chào {tên},\n\n'
   'Cảm ơn bạn đã báo cáo {nội dung}. Chúng tôi đã xem xét và không thấy vi phạm quy tắc nào, nên đã đóng báo cáo này.\n\n'
   'Nếu bạn thấy chúng tôi bỏ sót điều gì, bạn có thể yêu cầu xem lại một lần, ngay trong ứng dụng, trước {hạn khiếu nại}.'),
  ('suspension_ended', E'Chào {tên},\n\n'
   'Thời hạn tạm khóa đã hết và tài khoản của bạn đã được mở lại. Mong bạn lưu ý quy tắc “{quy tắc}”. Chào mừng bạn trở lại.'),
  ('auto_closed', E'Chào {tên},\n\n'
   'Cảm ơn bạn đã báo cáo {nội dung}. Chúng tôi đã xem xét đúng nội dung này trước đây và không thấy vi phạm. '
   'Từ đó đến nay nội dung không thay đổi, nên báo cáo của bạn được đóng.'),
  ('decision_undone', E'Chào {tên},\n\n'
   'Chúng tôi đã hủy quyết định về {nội dung} mà bạn được báo trước đây. Thông báo đó không còn hiệu lực.'),
  ('appeal_upheld', E'Chào {tên},\n\n'
   'Chúng tôi đã xem xét ý kiến của bạn về {nội dung} và giữ nguyên quyết định trước. Quyết định này là cuối cùng.'),
  ('appeal_overturned', E'Chào {tên},\n\n'
   'Chúng tôi đã xem xét ý kiến của bạn về {nội dung}. Quyết định trước không còn hiệu lực. Cảm ơn bạn đã lên tiếng.'),
  -- About a violation from which nothing follows but points: no points without a notice that can be appealed against.
  ('violation', E'Chào {tên},\n\n'
   'Chúng tôi đã xem xét {nội dung} và ghi nhận vi phạm quy tắc “{quy tắc}”. Vi phạm này được tính {điểm} trong hồ sơ của bạn. '
   'Nếu còn tái phạm, tài khoản có thể bị tạm khóa hoặc vô hiệu hóa.\n\n'
   'Nếu bạn cho rằng có nhầm lẫn, bạn có thể khiếu nại một lần, ngay trong ứng dụng, trước {hạn khiếu nại}.')
) as v;
