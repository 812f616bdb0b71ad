/** An image of one colour, as a URL that every browser loads. */
export function imageOf(colour: string, width = 60, height = 40): string {
  const canvas = Object.assign(document.createElement('canvas'), { width, height });
  const context = canvas.getContext('2d');
  if (!context) throw new Error('the browser draws no images');
  context.fillStyle = colour;
  context.fillRect(0, 0, width, height);
  return canvas.toDataURL();
}

/** The URL of an image that cannot be decoded. */
export const BROKEN_IMAGE = 'data:image/png;base64,AAAA';

/** A file of an image of one colour, as it is chosen, pasted or dropped. */
export function imageFile(name: string, size: { width?: number; height?: number } = {}): File {
  const [, data = ''] = imageOf('#27a', size.width, size.height).split(',');
  return new File([Uint8Array.from(atob(data), (byte) => byte.charCodeAt(0))], name, { type: 'image/png' });
}
