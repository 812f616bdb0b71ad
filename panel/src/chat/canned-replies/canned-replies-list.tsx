import type { CannedReply } from '@hai-dang/contract/chat/canned-replies.schema.ts';
import { Pencil, Plus, Trash2 } from 'lucide-react';
import { useEffect, useEffectEvent, useRef } from 'react';
import type { Action, ActionDefinition } from '../../lib/actions.ts';
import { errorMessage } from '../../lib/api-error.ts';
import { sharedStrings } from '../../lib/strings.ts';
import { useStandingError } from '../../lib/use-standing-error.ts';
import { Button } from '../../ui/button.tsx';
import { useConfirm } from '../../ui/confirm.tsx';
import { ConfirmMessage } from '../../ui/confirm-message.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { useCannedReplies } from './canned-replies.queries.ts';
import { useDeleteCannedReply } from './canned-replies-dialog.mutations.ts';
import { cannedRepliesDialogStrings as strings } from './canned-replies-dialog.strings.ts';

/** The buttons below the list stay visible. */
const SCROLLING = { maxHeight: '60dvh' };

const ADD = {
  id: 'chat.addReply',
  label: strings.add,
  group: 'decide',
  icon: Plus,
} as const satisfies ActionDefinition;

interface CannedRepliesListProps {
  /**
   * The id of the reply to focus on return from the form; '' focuses the add button, undefined when opened from
   * elsewhere.
   */
  readonly focusOn: string | undefined;
  /** Edits a canned reply; without one, adds one. */
  readonly onEdit: (reply?: CannedReply) => void;
  readonly onRemoved: (reply: CannedReply) => void;
  readonly onClose: () => void;
}

/** The canned replies, sorted by shortcut. */
export function CannedRepliesList({ focusOn, onEdit, onRemoved, onClose }: CannedRepliesListProps) {
  const replies = useCannedReplies();
  const { mutateAsync: remove } = useDeleteCannedReply();
  const confirm = useConfirm();
  const frame = useRef<HTMLDivElement>(null);
  const error = useStandingError('', replies);

  /** The focused element may be removed: focuses the reply, or the button that is always rendered. */
  function focusLine(id: string): void {
    const line = frame.current?.querySelector<HTMLElement>(`[data-reply="${CSS.escape(id)}"] button`);
    (line ?? frame.current?.querySelector<HTMLElement>('[data-add]'))?.focus();
  }
  const onStart = useEffectEvent(() => {
    if (focusOn !== undefined) focusLine(focusOn);
  });
  useEffect(() => onStart(), []);

  async function onRemove(reply: CannedReply): Promise<void> {
    const isDone = await confirm({
      title: strings.removeTitle,
      message: (
        <ConfirmMessage
          question={strings.removeQuestion}
          name={`/${reply.shortcut}`}
          consequence={strings.removeConsequence}
        />
      ),
      confirmLabel: strings.removeConfirm,
      tone: 'danger',
      run: () => remove(reply._id),
      explain: (failure) => errorMessage(failure, strings.removeFailed),
    });
    if (!isDone) return;
    onRemoved(reply);
    focusLine('');
  }

  const actionsOf = (reply: CannedReply) =>
    [
      {
        id: 'chat.editReply',
        label: strings.edit(reply.shortcut),
        group: 'decide',
        icon: Pencil,
        run: () => onEdit(reply),
      },
      {
        id: 'chat.removeReply',
        label: strings.remove(reply.shortcut),
        group: 'decide',
        icon: Trash2,
        isDangerous: true,
        run: () => void onRemove(reply),
      },
    ] satisfies readonly Action[];

  return (
    <div ref={frame} className="flex flex-col gap-4">
      {error && !replies.data && (
        <ErrorState message={strings.failed} onRetry={() => void replies.refetch()} retrying={replies.isFetching} />
      )}
      {!error && replies.isPending && (
        <p className="flex justify-center p-4 text-xl">
          <Spinner label={strings.loading} />
        </p>
      )}
      {replies.data?.length === 0 && <EmptyState title={strings.empty} hint={strings.emptyHint} />}
      {replies.data && replies.data.length > 0 && (
        <ul aria-label={strings.title} style={SCROLLING} className="flex flex-col overflow-y-auto">
          {replies.data.map((reply) => (
            <li
              key={reply._id}
              data-reply={reply._id}
              className="flex items-start gap-2 border-line border-b py-2 last:border-b-0"
            >
              <div className="min-w-0 flex-1">
                <p className="wrap-anywhere font-semibold">
                  <bdi>/{reply.shortcut}</bdi>
                </p>
                <p dir="auto" className="wrap-anywhere line-clamp-2 text-ink-muted text-sm">
                  {reply.content}
                </p>
              </div>
              {actionsOf(reply).map(({ id, icon, label, isDangerous, run }) => (
                <IconButton key={id} icon={icon} size="sm" label={label} isDangerous={isDangerous} onClick={run} />
              ))}
            </li>
          ))}
        </ul>
      )}
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onClose}>{sharedStrings.close}</Button>
        <Button data-add variant="primary" onClick={() => onEdit()}>
          <ADD.icon aria-hidden="true" className="size-4" />
          {ADD.label}
        </Button>
      </div>
    </div>
  );
}
