import { classNames } from '../../ui/class-names.ts';
import { Picture } from '../../ui/picture.tsx';
import { useImageViewer } from '../../ui/use-image-viewer.ts';
import { reportDetailStrings as strings } from './report-detail.strings.ts';

interface EvidenceImagesProps {
  readonly images: readonly string[];
  readonly authorName: string;
}

/** A post's pictures: a single one large, several in two columns (specification, section 2); a press enlarges one. */
export function EvidenceImages({ images, authorName }: EvidenceImagesProps) {
  const openViewer = useImageViewer(images.map((src, key) => ({ key, src, alt: strings.imageOf(authorName) })));
  if (images.length === 0) return null;
  const isSingle = images.length === 1;
  return (
    <ul className={classNames('grid gap-1.5', !isSingle && 'max-w-lg grid-cols-2')}>
      {images.map((src, index) => (
        // A picture may stand in a post twice, and the order never changes.
        // biome-ignore lint/suspicious/noArrayIndexKey: see above
        <li key={`${index} ${src}`} className={isSingle ? undefined : 'aspect-[4/3]'}>
          <button
            type="button"
            onClick={() => openViewer(index)}
            className={classNames('block w-full cursor-zoom-in overflow-hidden rounded-md', !isSingle && 'h-full')}
          >
            <span className="sr-only">{strings.viewImage(index + 1, images.length)}</span>
            <Picture
              src={src}
              alt=""
              fit={isSingle ? 'contain' : 'cover'}
              className={isSingle ? 'max-h-96 min-h-24 w-full' : 'size-full'}
            />
          </button>
        </li>
      ))}
    </ul>
  );
}
