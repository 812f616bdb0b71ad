import { formatNumber } from '../lib/format.ts';
import { classNames } from '../ui/class-names.ts';
import { SafeImage } from '../ui/safe-image.tsx';
import { useImageViewer } from '../ui/use-image-viewer.ts';
import { useVeils, type Veil } from '../ui/use-veils.ts';
import { VeiledImage, VeilLabel, veilStrings } from '../ui/veiled-image.tsx';

const strings = {
  viewImage: (index: number, total: number) => `Xem ảnh ${index} trên ${total}`,
  imageOf: (name: string) => `Ảnh trong bài viết của ${name}`,
  hiddenImages: (count: string) => `+${count}`,
} as const;

interface PostImagesProps {
  readonly images: readonly string[];
  readonly authorName: string;
  /** `preview`: boxes of fixed shape. `evidence`: a single image whole, several in two columns. */
  readonly layout: keyof typeof LAYOUTS;
  /** Further images are only counted here; the viewer shows all of them. */
  readonly shownAtMost?: number;
  /** How an image is shown until it is asked for; undefined: as it is. */
  readonly veil?: Veil | undefined;
}

interface Layout {
  readonly list: string;
  readonly box: string;
  /** A whole image keeps its own aspect ratio. */
  readonly isWhole?: true;
}

/** The layout for a number of images (specification, section 2). */
const LAYOUTS = {
  preview(count: number): Layout {
    if (count === 1) return { list: 'max-w-md', box: 'aspect-[4/3]' };
    if (count === 2 || count === 4) return { list: 'max-w-md grid-cols-2', box: 'aspect-[4/3]' };
    return { list: 'max-w-lg grid-cols-3', box: 'aspect-square' };
  },
  evidence(count: number): Layout {
    if (count === 1) return { list: '', box: '', isWhole: true };
    return { list: 'max-w-lg grid-cols-2', box: 'aspect-[4/3]' };
  },
};

/** A post's images; a press opens the viewer. */
export function PostImages({ images, authorName, layout, shownAtMost = images.length, veil }: PostImagesProps) {
  const { veilOf, lift } = useVeils(veil);
  const openViewer = useImageViewer(
    images.map((src, key) => ({
      key,
      src,
      alt: strings.imageOf(authorName),
      veil: veilOf(src, key),
      onLift: () => lift(src, key),
    })),
  );
  const shown = images.slice(0, shownAtMost);
  const hidden = images.length - shown.length;
  if (shown.length === 0) return null;
  const { list, box, isWhole } = LAYOUTS[layout](shown.length);
  return (
    <ul className={classNames('grid gap-1.5', list)}>
      {shown.map((src, index) => {
        const ownVeil = veilOf(src, index);
        return (
          // An image may occur twice in a post, and the order never changes.
          // biome-ignore lint/suspicious/noArrayIndexKey: see above
          <li key={`${index} ${src}`} className={box}>
            <button
              type="button"
              disabled={ownVeil === 'pending'}
              onClick={() => (ownVeil ? lift(src, index) : openViewer(index))}
              className={classNames(
                'relative block w-full overflow-hidden rounded-md',
                ownVeil ? 'cursor-pointer' : 'cursor-zoom-in',
                !isWhole && 'h-full',
              )}
            >
              <span className="sr-only">
                {strings.viewImage(index + 1, images.length)}
                {ownVeil && `, ${veilStrings.states[ownVeil]}`}
              </span>
              <VeiledImage veil={ownVeil} className={isWhole ? '' : 'size-full'}>
                <SafeImage
                  src={src}
                  alt=""
                  fit={isWhole ? 'contain' : 'cover'}
                  className={isWhole ? 'max-h-96 min-h-24 w-full' : 'size-full'}
                />
              </VeiledImage>
              {ownVeil && ownVeil !== 'pending' && <VeilLabel />}
              {hidden > 0 && index === shown.length - 1 && (
                <span className="absolute inset-0 flex items-center justify-center bg-backdrop">
                  <span className="rounded-full bg-raised px-3 py-1 font-semibold text-ink text-lg tabular-nums">
                    {strings.hiddenImages(formatNumber(hidden))}
                  </span>
                </span>
              )}
            </button>
          </li>
        );
      })}
    </ul>
  );
}
