export const decisionsAudit = {
  'decision.make': 'Quyết định xử lý',
  'decision.undo': 'Hủy quyết định',
};
