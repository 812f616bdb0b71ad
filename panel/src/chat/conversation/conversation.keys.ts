/** Where a conversation that was left is kept until it is opened again. */
export const conversationKeys = {
  of: (userId: string) => ['chat', 'conversation', userId] as const,
};
