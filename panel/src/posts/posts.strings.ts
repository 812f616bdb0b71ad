/** Texts of a user's posts; those of the specification verbatim. */
export const postsStrings = {
  contentTabs: 'Nội dung của người dùng',
  posts: 'Bài viết',
  travelPosts: 'Bài viết du lịch',
  activity: 'Hoạt động',
  loadingActivity: 'Đang tải hoạt động...',
  loadingPosts: 'Đang tải bài viết...',
  loadingTravelPosts: 'Đang tải bài viết du lịch...',
  noPosts: 'Người dùng chưa có bài viết nào',
  noTravelPosts: 'Người dùng chưa có bài viết du lịch nào',
  postsFailed: 'Không thể tải bài viết',
  travelPostsFailed: 'Không thể tải bài viết du lịch',
  postsPages: 'Các trang bài viết',
  showMore: 'Xem thêm',
  showLess: 'Thu gọn',
  morePosts: 'Xem thêm bài viết du lịch',
  postBy: (name: string) => `Bài viết của ${name}`,
  travelPostBy: (name: string) => `Bài viết du lịch của ${name}`,
  deletePost: 'Xóa bài viết',
  deleteTravelPost: 'Xóa bài viết du lịch',
  decidePost: 'Xử lý bài viết',
  decideTravelPost: 'Xử lý bài viết du lịch',
  confirmTitle: 'Xác nhận xóa',
  confirmQuestion: 'Bạn có chắc chắn muốn xóa bài viết này không?',
  confirmDelete: 'Xóa',
  imagesOnly: (count: string) => `Bài viết gồm ${count} ảnh`,
  postDeleted: 'Đã xóa bài viết',
  postDeleteFailed: 'Không thể xóa bài viết',
  postRestored: 'Đã khôi phục bài viết',
  postRestoreFailed: 'Không thể khôi phục bài viết',
  travelPostDeleted: (title: string | null | undefined) =>
    title ? `Đã xóa bài viết du lịch “${shortened(title)}”` : 'Đã xóa bài viết du lịch',
  travelPostDeleteFailed: 'Không thể xóa bài viết du lịch',
  travelPostRestored: 'Đã khôi phục bài viết du lịch',
  travelPostRestoreFailed: 'Không thể khôi phục bài viết du lịch',
} as const;

const TOAST_TITLE_MAX_CHARS = 60;

function shortened(title: string): string {
  const letters = [...title];
  return letters.length > TOAST_TITLE_MAX_CHARS ? `${letters.slice(0, TOAST_TITLE_MAX_CHARS).join('')}…` : title;
}
