import { formatNumber } from '../../lib/format.ts';
import { classNames } from '../../ui/class-names.ts';
import { Picture } from '../../ui/picture.tsx';
import { useImageViewer } from '../../ui/use-image-viewer.ts';
import { postsStrings as strings } from '../posts.strings.ts';

interface PostImagesProps {
  readonly images: readonly string[];
  readonly authorName: string;
  /** Further ones are only counted here; the viewer has them all. */
  readonly shownAtMost?: number;
}

function layoutOf(shown: number): { list: string; box: string } {
  if (shown === 1) return { list: 'max-w-md', box: 'aspect-[4/3]' };
  if (shown === 2 || shown === 4) return { list: 'max-w-md grid-cols-2', box: 'aspect-[4/3]' };
  return { list: 'max-w-lg grid-cols-3', box: 'aspect-square' };
}

/** A post's pictures in boxes of fixed shape; a press opens the viewer. */
export function PostImages({ images, authorName, shownAtMost = images.length }: PostImagesProps) {
  const openViewer = useImageViewer(images.map((src, key) => ({ key, src, alt: strings.imageOf(authorName) })));
  const shown = images.slice(0, shownAtMost);
  const hidden = images.length - shown.length;
  if (shown.length === 0) return null;
  const layout = layoutOf(shown.length);
  return (
    <ul className={classNames('grid gap-1.5', layout.list)}>
      {shown.map((src, index) => (
        // A picture may stand in a post twice, and the order never changes.
        // biome-ignore lint/suspicious/noArrayIndexKey: see above
        <li key={`${index} ${src}`} className={layout.box}>
          <button
            type="button"
            onClick={() => openViewer(index)}
            className="relative block size-full cursor-zoom-in overflow-hidden rounded-md"
          >
            <span className="sr-only">{strings.viewImage(index + 1, images.length)}</span>
            <Picture src={src} alt="" className="size-full" />
            {hidden > 0 && index === shown.length - 1 && (
              <span className="absolute inset-0 flex items-center justify-center bg-backdrop">
                <span className="rounded-full bg-raised px-3 py-1 font-semibold text-ink text-lg tabular-nums">
                  {strings.hiddenImages(formatNumber(hidden))}
                </span>
              </span>
            )}
          </button>
        </li>
      ))}
    </ul>
  );
}
