import { classNames } from './class-names.ts';

/** The product's logo, in the design's own colours. */
export function LighthouseMark({ className }: { readonly className?: string }) {
  return (
    <svg viewBox="0 0 32 32" aria-hidden="true" className={classNames('shrink-0', className)}>
      <rect width="32" height="32" rx="8" className="fill-mark" />
      <path className="fill-mark-lamp" d="M12.5 8.5h7v4h-7zM11 10 3.5 7.5v6L11 11.5zm10 0 7.5-2.5v6L21 11.5z" />
      <path className="fill-mark-tower" d="M16 4l4.5 3.5h-9zM12.6 13.5h6.8L21.5 27h-11z" />
      <path className="fill-mark" d="m12.1 17.3-.5 3.2h8.8l-.5-3.2z" />
    </svg>
  );
}
