import { ImageOff } from 'lucide-react';
import { useState } from 'react';
import { safeImageUrl } from '../lib/safe-url.ts';
import { sharedStrings } from '../lib/strings.ts';
import { classNames } from './class-names.ts';

interface PictureProps {
  readonly src: string | null | undefined;
  readonly alt: string;
  /** Give it the box (aspect ratio or size): the picture fills that, so that nothing moves when it arrives. */
  readonly className?: string;
  readonly fit?: 'cover' | 'contain';
  readonly eager?: boolean;
}

/** A user's picture in a box of fixed shape; a quiet mark where it is unsafe or fails to load. */
export function Picture({ src, alt, className, fit = 'cover', eager = false }: PictureProps) {
  const wanted = safeImageUrl(src);
  const [failed, setFailed] = useState<string>();
  if (wanted === undefined || wanted === failed) {
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
      src={wanted}
      alt={alt}
      loading={eager ? 'eager' : 'lazy'}
      decoding="async"
      referrerPolicy="no-referrer"
      onError={() => setFailed(wanted)}
      className={classNames('bg-sunken', fit === 'cover' ? 'object-cover' : 'object-contain', className)}
    />
  );
}
