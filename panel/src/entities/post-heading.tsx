import { MapPin } from 'lucide-react';

const strings = { untitled: 'Không có tiêu đề', location: 'Địa điểm' } as const;

export function PostTitle({ title }: { readonly title: string | null | undefined }) {
  return (
    <h3 className="wrap-anywhere font-semibold text-base">
      <bdi>{title || strings.untitled}</bdi>
    </h3>
  );
}

/** The location of a post. */
export function PostLocation({ location }: { readonly location: string }) {
  return (
    <p className="flex items-start gap-1 text-ink-muted text-sm">
      <MapPin aria-hidden="true" className="mt-0.5 size-4 shrink-0" strokeWidth={1.75} />
      <span className="sr-only">{strings.location}: </span>
      <bdi className="wrap-anywhere min-w-0">{location}</bdi>
    </p>
  );
}
