export const lettersAudit = {
  'letter_template.update': 'Sửa thư mẫu',
  letter_template: 'Thư mẫu',
};
