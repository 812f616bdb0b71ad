/** Cache keys of one's own account. */
export const accountKeys = {
  own: ['account', 'own'] as const,
  sessions: ['account', 'sessions'] as const,
};
