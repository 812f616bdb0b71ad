export const postsAudit = {
  'post.delete': 'Xóa bài viết',
  'post.restore': 'Khôi phục bài viết',
  'travel_post.delete': 'Xóa bài viết du lịch',
  'travel_post.restore': 'Khôi phục bài viết du lịch',
  'comment.delete': 'Xóa bình luận',
  'comment.restore': 'Khôi phục bình luận',
  post: 'Bài viết',
  travel_post: 'Bài viết du lịch',
  comment: 'Bình luận',
};
