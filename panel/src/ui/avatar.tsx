import placeholder from './assets/avatar-placeholder.svg';
import { classNames } from './class-names.ts';
import { useImage } from './use-image.ts';

interface AvatarProps {
  readonly src: string | null | undefined;
  /** The alternative text; unused while the name is shown beside it, which is the default. */
  readonly name?: string | null | undefined;
  /** Width and height in px. */
  readonly size?: number;
  /** True when no text beside it shows the user's name. */
  readonly alone?: boolean;
  readonly className?: string;
}

/** A user's image; a placeholder if there is none, its URL is unsafe or it fails to load. */
export function Avatar({ src, name, size = 32, alone = false, className }: AvatarProps) {
  const { src: shown = placeholder, onError } = useImage(src);
  return (
    <img
      src={shown}
      alt={alone ? (name ?? '') : ''}
      width={size}
      height={size}
      loading="lazy"
      decoding="async"
      referrerPolicy="no-referrer"
      onError={onError}
      className={classNames('shrink-0 rounded-full bg-sunken object-cover', className)}
    />
  );
}
