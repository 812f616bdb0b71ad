/** Words of the row of page numbers. */
export const paginationStrings = {
  previous: 'Trước',
  next: 'Sau',
  pagination: 'Phân trang',
  pageNumber: (page: number) => `Trang ${page}`,
} as const;
