import { ImageOff } from 'lucide-react';
import { sharedStrings } from '../lib/strings.ts';
import { classNames } from './class-names.ts';
import { useImage } from './use-image.ts';

interface SafeImageProps {
  readonly src: string | null | undefined;
  readonly alt: string;
  /** Sets the box (aspect ratio or size): the image fills it, so that loading does not shift the layout. */
  readonly className?: string;
  readonly fit?: 'cover' | 'contain';
}

/** A user-supplied image in a box of fixed shape; a placeholder icon where its URL is unsafe or it fails to load. */
export function SafeImage({ src, alt, className, fit = 'cover' }: SafeImageProps) {
  const { src: shown, onError } = useImage(src);
  if (shown === undefined) {
    return (
      <span
        role="img"
        aria-label={alt === '' ? sharedStrings.imageUnavailable : `${alt} (${sharedStrings.imageUnavailable})`}
        className={classNames('flex items-center justify-center bg-sunken text-ink-muted', className)}
      >
        <ImageOff aria-hidden="true" className="size-5" strokeWidth={1.5} />
      </span>
    );
  }
  return (
    <img
      src={shown}
      alt={alt}
      loading="lazy"
      decoding="async"
      referrerPolicy="no-referrer"
      onError={onError}
      className={classNames('bg-sunken', fit === 'cover' ? 'object-cover' : 'object-contain', className)}
    />
  );
}
