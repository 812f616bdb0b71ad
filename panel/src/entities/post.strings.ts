/** Words about a post that several features show. */
export const postStrings = {
  untitled: 'Không có tiêu đề',
  location: 'Địa điểm',
  likes: (count: string) => `${count} lượt thích`,
  comments: (count: string) => `${count} bình luận`,
  viewImage: (index: number, total: number) => `Xem ảnh ${index} trên ${total}`,
  imageOf: (name: string) => `Ảnh trong bài viết của ${name}`,
  hiddenImages: (count: string) => `+${count}`,
} as const;
