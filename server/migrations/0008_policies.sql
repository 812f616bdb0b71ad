-- Policies, the rules of the house as data, and the settings of moderation.

create table policies (
  -- Of a seeded policy for a reason of a report, the reason.
  key text collate "C" primary key,
  -- The present row of policy_versions; its columns are repeated here.
  version integer not null default 1,
  title text not null,
  -- A title is unique by it: case and diacritics removed.
  title_key text collate "C" not null generated always as (normalize_search(title)) stored
    constraint policies_title_key unique,
  -- For users.
  text text not null,
  severity smallint not null constraint policies_severity_check check (severity between 1 and 4),
  points integer not null constraint policies_points_check check (points >= 0),
  expires_days integer not null constraint policies_expires_days_check check (expires_days >= 1),
  default_actions text[] not null
    constraint policies_default_actions_check check (default_actions <@ array['takedown', 'warn', 'suspend', 'disable']),
  suspend_days integer constraint policies_suspend_days_check check (suspend_days >= 1),
  -- A policy is switched off and never deleted: decisions and reports refer to it.
  is_enabled boolean not null default true,
  -- Decisions that named the policy, in any version, and those of them that were overturned.
  applied_count integer not null default 0,
  overturned_count integer not null default 0,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null
);

-- Every version of every policy, the present one included. A decision refers to the one it was made by.
create table policy_versions (
  key text collate "C" not null references policies on delete restrict,
  version integer not null,
  title text not null,
  text text not null,
  severity smallint not null,
  points integer not null,
  expires_days integer not null,
  default_actions text[] not null,
  suspend_days integer,
  is_enabled boolean not null,
  created_at timestamptz(3) not null,
  -- The administrator, who may be deleted since; null for the seeded versions below.
  created_by_id text collate "C",
  created_by_name text,
  primary key (key, version)
);

create function reject_policy_version_change() returns trigger language plpgsql as $$
begin
  raise exception 'versions of rules are append-only';
end $$;
create trigger policy_versions_append_only before update or delete on policy_versions
  for each row execute function reject_policy_version_change();
create trigger policy_versions_never_emptied before truncate on policy_versions
  for each statement execute function reject_policy_version_change();

-- One policy for each reason of a report, and three more.
insert into policies (key, title, text, severity, points, expires_days, default_actions, suspend_days, created_at, updated_at)
select v.*, now(), now() from (values
  ('spam', 'Spam và quảng cáo',
   'Không đăng đi đăng lại cùng một nội dung, không quảng cáo khi người khác không muốn nhận và không rải đường dẫn lạ. '
   'Ví dụ: dán cùng một lời mời mua hàng vào nhiều bài viết, hoặc nhắn tin quảng cáo cho nhiều người không quen.',
   1, 1, 90, array['takedown', 'warn'], null::integer),
  ('harassment', 'Quấy rối',
   'Hãy tôn trọng người khác, kể cả khi bạn không đồng ý với họ. Không xúc phạm, đe dọa, bêu xấu, và không tiếp tục làm phiền '
   'khi người ta đã muốn dừng. Ví dụ: chế giễu ngoại hình ai đó, hoặc nhắn tin liên tục cho người đã từ chối trò chuyện.',
   2, 2, 180, array['takedown', 'warn'], null),
  ('inappropriate_content', 'Nội dung không phù hợp',
   'Không đăng nội dung khiêu dâm, phản cảm hoặc cổ vũ những việc nguy hiểm, vì mọi lứa tuổi đều có thể xem. '
   'Ví dụ: ảnh khỏa thân, lời gạ gẫm, hoặc thử thách dễ gây thương tích.',
   2, 1, 90, array['takedown', 'warn'], null),
  ('violence', 'Bạo lực',
   'Không đe dọa, kêu gọi hay ca ngợi việc làm hại người hoặc động vật, và không đăng cảnh máu me để gây sốc. '
   'Ví dụ: dọa đánh một người, hoặc chia sẻ video hành hung kèm lời cổ vũ. Tin tức và lời cảnh báo thì được, nếu không phô bày chi tiết.',
   3, 3, 180, array['takedown', 'suspend'], 7),
  ('hate_speech', 'Phát ngôn thù địch',
   'Không miệt thị hay kêu gọi phân biệt đối xử với ai vì dân tộc, vùng miền, tôn giáo, giới tính, xu hướng tính dục, '
   'khuyết tật hay bệnh tật của họ. Ví dụ: gọi người của một vùng miền bằng tên xúc phạm, hoặc đòi đuổi một nhóm người khỏi nơi họ sống.',
   3, 3, 180, array['takedown', 'suspend'], 7),
  ('false_information', 'Thông tin sai lệch',
   'Không đăng điều bạn biết là sai, hoặc chưa kiểm chứng mà có thể gây hại cho người khác. '
   'Ví dụ: bịa tin thiên tai, dịch bệnh, chỉ sai đường ở nơi nguy hiểm, hoặc đăng ảnh ghép như ảnh thật. '
   'Nếu bạn nhầm, hãy sửa hoặc gỡ bài.',
   2, 1, 90, array['takedown', 'warn'], null),
  ('scam', 'Lừa đảo',
   'Không lừa người khác để lấy tiền, tài sản, mật khẩu hay thông tin cá nhân. '
   'Ví dụ: nhận cọc phòng hoặc vé rồi biến mất, báo trúng thưởng giả, hoặc gửi đường dẫn để lấy mã OTP.',
   3, 5, 365, array['takedown', 'suspend'], 30),
  ('impersonation', 'Mạo danh',
   'Không giả làm người khác, một tổ chức hay quản trị viên của ứng dụng. '
   'Ví dụ: dùng tên và ảnh của người khác để kết bạn, hoặc tự xưng là bộ phận hỗ trợ. '
   'Trang của người hâm mộ hay trang hài hước phải ghi rõ như vậy.',
   3, 3, 180, array['suspend'], 7),
  ('child_safety', 'An toàn trẻ em',
   'Không có ngoại lệ nào cho nội dung hay hành vi gây hại cho trẻ em: tình dục hóa, dụ dỗ, bạo hành, bóc lột, '
   'hoặc tiết lộ thông tin khiến trẻ gặp nguy hiểm. Ví dụ: gạ gẫm hay xin ảnh riêng tư của trẻ, '
   'hoặc chia sẻ cảnh trẻ bị bạo hành, dù để lên án.',
   4, 9, 730, array['takedown', 'disable'], null),
  ('other', 'Vi phạm khác',
   'Những việc khác làm hại cộng đồng hoặc trái pháp luật, dù chưa có quy tắc riêng. '
   'Ví dụ: mua bán hàng cấm, đăng thông tin cá nhân của người khác khi chưa được phép, hoặc tìm cách lách các quy tắc này.',
   1, 1, 90, array['warn'], null)
) as v;

insert into policy_versions
  (key, version, title, text, severity, points, expires_days, default_actions, suspend_days, is_enabled, created_at)
select key, version, title, text, severity, points, expires_days, default_actions, suspend_days, is_enabled, created_at
from policies;

-- One row.
create table moderation_settings (
  id text collate "C" primary key constraint moderation_settings_one_row check (id = 'moderation'),
  version integer not null default 1,
  -- What is proposed from how many points on: [{points, action, suspendDays}], from few points to many.
  ladder jsonb not null,
  -- Within how many hours an appeal is to be decided, and for how many days after a decision it is possible.
  appeal_due_hours integer not null,
  appeal_days integer not null,
  -- Whether a report of what was found harmless closes itself.
  is_sealing_on boolean not null,
  -- Whether content is hidden until somebody decides, and how many different reporters within a day that takes.
  is_hiding_on boolean not null,
  hiding_reporters integer not null,
  updated_at timestamptz(3) not null,
  -- Within how many hours an open report is to be decided, by the severity of its reason, from 1 to 4.
  due_hours integer[] not null default '{24, 24, 24, 1}'
);

insert into moderation_settings
  (id, ladder, appeal_due_hours, appeal_days, is_sealing_on, is_hiding_on, hiding_reporters, updated_at)
values ('moderation',
  '[{"points": 3, "action": "suspend", "suspendDays": 7}, {"points": 6, "action": "suspend", "suspendDays": 30},
    {"points": 9, "action": "disable", "suspendDays": null}]',
  48, 30, true, false, 5, now());
