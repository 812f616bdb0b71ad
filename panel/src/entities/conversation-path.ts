/** The conversation with a user, at its newest message. */
export const conversationPath = (userId: string): string => `/admin/chat?${new URLSearchParams({ userId })}`;
