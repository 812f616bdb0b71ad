import { Eye } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { classNames } from './class-names.ts';
import type { Veil } from './use-veils.ts';

/** The filters on the image itself; blurred edges would let through what is beside them. */
const FILTERS: Readonly<Record<Veil, string>> = {
  blur: 'scale-110 [filter:blur(1.25rem)]',
  grey: '[filter:grayscale(1)]',
  pending: 'invisible',
};
const SMALL_BLUR = 'scale-125 [filter:blur(0.375rem)]';

export const veilStrings = {
  view: 'Xem ảnh',
  states: { blur: 'đang làm mờ', grey: 'đang đen trắng', pending: 'đang tải' },
} as const satisfies { view: string; states: Record<Veil, string> };

interface VeiledImageProps {
  readonly veil: Veil | undefined;
  /** Set for a thumbnail, whose details are smaller. */
  readonly isSmall?: boolean;
  readonly className?: string;
  readonly children: ReactNode;
}

/** An image behind a veil, if any; what lifts it is around it. */
export function VeiledImage({ veil, isSmall = false, className, children }: VeiledImageProps) {
  if (veil === undefined) return children;
  const filter = veil === 'blur' && isSmall ? SMALL_BLUR : FILTERS[veil];
  return (
    <span className={classNames('block overflow-hidden', className)}>
      <span className={classNames('block size-full', filter)}>{children}</span>
    </span>
  );
}

/** The label that one presses to see a large image. */
export function VeilLabel() {
  return (
    <span aria-hidden="true" className="absolute inset-0 flex items-center justify-center p-1">
      <span className="inline-flex items-center gap-1.5 rounded-full bg-raised px-3 py-1 font-semibold text-ink text-sm shadow-card">
        <Eye className="size-4 shrink-0" strokeWidth={1.75} />
        {veilStrings.view}
      </span>
    </span>
  );
}

interface VeiledThumbnailProps {
  readonly veil: Veil | undefined;
  /** What the image shows, for the button's name. */
  readonly name: string;
  readonly tabIndex?: number;
  /** The shape: `rounded-full`, `rounded-md`. */
  readonly className: string;
  readonly children: ReactNode;
}

/** A small image as a button that shows it, and veils it again; without a veil the image alone. */
export function VeiledThumbnail({ veil, name, tabIndex, className, children }: VeiledThumbnailProps) {
  const [isLifted, setIsLifted] = useState(false);
  if (veil === undefined) return children;
  return (
    <button
      type="button"
      tabIndex={tabIndex}
      aria-pressed={isLifted}
      title={veilStrings.view}
      disabled={veil === 'pending'}
      onClick={() => setIsLifted(!isLifted)}
      // Above what a click anywhere in a row presses.
      className={classNames('relative z-10 shrink-0 cursor-pointer overflow-hidden', className)}
    >
      <span className="sr-only">
        {veilStrings.view} <bdi>{name}</bdi>
      </span>
      <VeiledImage veil={isLifted ? undefined : veil} isSmall className={className}>
        {children}
      </VeiledImage>
      {!isLifted && (
        <span aria-hidden="true" className="absolute inset-0 flex items-center justify-center">
          <Eye className="size-5 rounded-full bg-raised p-0.5 text-ink" strokeWidth={2} />
        </span>
      )}
    </button>
  );
}
