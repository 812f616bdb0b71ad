export const cannedRepliesKeys = {
  all: ['chat', 'canned-replies'] as const,
};
