/** Texts about a user that several features show. */
export const userStrings = {
  unknownUser: 'Unknown User',
  verified: 'Đã xác minh',
} as const;
