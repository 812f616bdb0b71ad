import sharp, { type Color } from 'sharp';

interface PictureOptions {
  width?: number;
  height?: number;
  background?: Color;
}

const blank = ({ width = 60, height = 40, background = '#2f86c9' }: PictureOptions) =>
  sharp({ create: { width, height, channels: 3, background } });

/** A PNG of one colour. */
export const pngOf = (options: PictureOptions = {}): Promise<Buffer> => blank(options).png().toBuffer();

/** A JPEG of one colour whose camera lay on its side, and which tells where it was taken. */
export const lyingJpeg = (options: PictureOptions = {}): Promise<Buffer> =>
  blank(options)
    .withExif({ IFD0: { Copyright: 'Tran Thi Lan' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '16/1 3/1 0/1' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();

/** A GIF of as many frames as colours, four at most. */
export async function animatedGif(colours: readonly Color[], options: PictureOptions = {}): Promise<Buffer> {
  const frames = await Promise.all(colours.map((background) => pngOf({ ...options, background })));
  return sharp(frames, { join: { animated: true } })
    .gif({ delay: frames.map(() => 100), effort: 1, dither: 0, colours: 4 })
    .toBuffer();
}

/** A picture of noise, which compresses to nothing much smaller: a PNG of about three bytes a pixel. */
export const noisyPng = (side: number): Promise<Buffer> =>
  sharp({
    create: {
      width: side,
      height: side,
      channels: 3,
      background: 'grey',
      noise: { type: 'gaussian', sigma: 60, mean: 128 },
    },
  })
    .png({ compressionLevel: 0 })
    .toBuffer();

const HUGE_SIDE_PIXELS = 14_000;

/** Pictures of 14 000 × 14 000 pixels, of one colour and so in few bytes, by their format. */
export async function hugePictures(): Promise<Record<'png' | 'jpeg' | 'webp', Buffer>> {
  const options = { width: HUGE_SIDE_PIXELS, height: HUGE_SIDE_PIXELS };
  return {
    png: await pngOf(options),
    jpeg: await blank(options).jpeg({ quality: 1 }).toBuffer(),
    webp: await blank(options).webp({ quality: 1, effort: 0 }).toBuffer(),
  };
}
