import type { Assignee, SubjectViewer } from '@hai-dang/contract/moderation/assignments.schema.ts';
import { Avatar } from '../ui/avatar.tsx';

const strings = {
  nobody: 'chưa ai nhận',
  viewing: 'Đang xem:',
  administrator: 'Quản trị viên',
} as const;

/** Stands before the name of the one who handles a subject. */
export const assigneeLabel = 'Người phụ trách:';

const VIEWERS_SHOWN = 3;

/** The names of the other administrators who have a report of a subject open, the first few of them. */
export function viewersOf(viewers: readonly SubjectViewer[]): { readonly label: string; readonly text: string } {
  const names = viewers.slice(0, VIEWERS_SHOWN).map(({ username }) => username?.trim() || strings.administrator);
  const more = viewers.length > VIEWERS_SHOWN ? ` +${viewers.length - VIEWERS_SHOWN}` : '';
  return { label: strings.viewing, text: names.join(', ') + more };
}

/** Who handles a subject. */
export function AssigneeText({ assignee }: { readonly assignee: Assignee | null }) {
  return (
    <span className="inline-flex min-w-0 max-w-full items-center gap-1 text-sm">
      <span className="shrink-0 text-ink-muted">{assigneeLabel}</span>
      {assignee ? (
        <>
          <Avatar src={assignee.avatar} size={16} />
          <bdi className="truncate font-semibold">{assignee.username}</bdi>
        </>
      ) : (
        <span>{strings.nobody}</span>
      )}
    </span>
  );
}

/** The other administrators who have a report of a subject open; nothing where there are none. */
export function ViewersText({ viewers }: { readonly viewers: readonly SubjectViewer[] }) {
  if (viewers.length === 0) return null;
  const { label, text } = viewersOf(viewers);
  return (
    <span className="inline-flex min-w-0 max-w-full items-center gap-1 text-amber-ink text-sm">
      <span className="shrink-0">{label}</span>
      <bdi className="truncate font-semibold">{text}</bdi>
    </span>
  );
}
