interface ContentRef {
  /** 'Post', 'TravelPost' or 'Comment'. */
  readonly itemType: string;
  readonly itemId: string;
}

/** The page of a post, travel post or comment. */
export const contentPath = ({ itemType, itemId }: ContentRef): string =>
  `/admin/content/${encodeURIComponent(itemType)}/${encodeURIComponent(itemId)}`;
