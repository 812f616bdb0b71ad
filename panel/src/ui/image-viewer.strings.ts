/** Words of the picture viewer. */
export const imageViewerStrings = {
  viewer: 'Xem ảnh',
  previousImage: 'Ảnh trước',
  nextImage: 'Ảnh sau',
  imageCounter: (index: number, total: number) => `${index} / ${total}`,
} as const;
