import type { LucideIcon } from 'lucide-react';
import type { ComponentProps } from 'react';
import { classNames } from './class-names.ts';

export interface IconButtonProps extends Omit<ComponentProps<'button'>, 'children' | 'aria-label'> {
  readonly icon: LucideIcon;
  /** The accessible name and the tooltip. */
  readonly label: string;
  readonly isDangerous?: boolean | undefined;
  readonly size?: 'sm' | 'md';
}

/** A square button that shows only an icon. */
export function IconButton({ icon: Icon, label, isDangerous, size = 'md', className, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      title={label}
      {...rest}
      aria-label={label}
      className={classNames(
        'inline-flex shrink-0 cursor-pointer items-center justify-center rounded-md transition-colors',
        'disabled:cursor-not-allowed disabled:opacity-50',
        size === 'sm' ? 'size-8' : 'size-10',
        isDangerous
          ? 'text-ink-muted hover:bg-red-soft hover:text-red-ink'
          : 'text-ink-muted hover:bg-hover hover:text-ink aria-expanded:bg-hover aria-expanded:text-ink',
        className,
      )}
    >
      <Icon aria-hidden="true" className="size-4.5" strokeWidth={1.75} />
    </button>
  );
}
