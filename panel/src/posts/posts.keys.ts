/** Cache keys of the posts feature. */
export const postsKeys = {
  ofUser: (userId: string) => ['posts', 'of-user', userId] as const,
  page: (userId: string, page: number) => [...postsKeys.ofUser(userId), page] as const,
  deleteTravelOfUser: (userId: string) => ['posts', 'delete-travel-of-user', userId] as const,
  travelOfUser: (userId: string) => ['posts', 'travel-of-user', userId] as const,
};
