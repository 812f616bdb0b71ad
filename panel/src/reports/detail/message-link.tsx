import { MessageCircle } from 'lucide-react';
import { Link } from '../../lib/link.tsx';
import { reportDetailStrings as strings } from './report-detail.strings.ts';

interface MessageLinkProps {
  readonly id: string;
  readonly name: string | null | undefined;
}

/** Leads to the conversation with somebody. */
export function MessageLink({ id, name }: MessageLinkProps) {
  return (
    <Link
      to={{ pathname: '/admin/chat', search: `?${new URLSearchParams({ userId: id })}` }}
      aria-label={strings.messageTo(name?.trim() || strings.unknownUser)}
      className="inline-flex min-h-6 items-center gap-1.5 self-start rounded-sm font-semibold text-accent-ink text-sm hover:underline"
    >
      <MessageCircle aria-hidden="true" className="size-4" strokeWidth={1.75} />
      {strings.message}
    </Link>
  );
}
