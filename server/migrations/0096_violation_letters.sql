-- The letter about a violation from which nothing follows but points: no points without a notice that can be objected to.
insert into letter_templates (policy_key, kind, text, updated_at)
values ('', 'violation', E'Chào {tên},\n\n'
  'Chúng tôi đã xem xét {nội dung} và ghi nhận vi phạm quy tắc “{quy tắc}”. Vi phạm này được tính {điểm} trong hồ sơ của bạn. '
  'Nếu còn tái phạm, tài khoản có thể bị tạm khóa hoặc vô hiệu hóa.\n\n'
  'Nếu bạn cho rằng có nhầm lẫn, bạn có thể khiếu nại một lần, ngay trong ứng dụng, trước {hạn khiếu nại}.', now())
on conflict (policy_key, kind) do nothing;
