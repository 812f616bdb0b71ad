import type { ChatUser } from '@hai-dang/contract/chat/chat.schema.ts';
import { CircleCheck, HandHelping, RotateCcw, Undo2 } from 'lucide-react';
import { userStrings } from '../../entities/user.strings.ts';
import { type ActionDefinition, useActions } from '../../lib/actions.ts';
import { useSession } from '../../lib/session.ts';
import { useNow } from '../../lib/use-now.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { waitText } from '../list/row-times.ts';
import { conversationWorkStrings as strings } from './conversation-work.strings.ts';
import { useConversationWork } from './use-conversation-work.ts';

const TOGGLE = { id: 'chat.resolve', group: 'decide', key: 'e', help: strings.toggleHelp } as const;
const RESOLVE = { ...TOGGLE, label: strings.resolve, icon: CircleCheck } as const satisfies ActionDefinition;
const REOPEN = { ...TOGGLE, label: strings.reopen, icon: RotateCcw } as const satisfies ActionDefinition;
const ASSIGN = { id: 'chat.assign', group: 'decide', key: 'a', help: strings.assignHelp } as const;
const CLAIM = { ...ASSIGN, label: strings.claim, icon: HandHelping } as const satisfies ActionDefinition;
const TAKE_OVER = { ...CLAIM, label: strings.takeOver } as const satisfies ActionDefinition;
const RELEASE = { ...ASSIGN, label: strings.release, icon: Undo2 } as const satisfies ActionDefinition;

/** A button has one width where there is room: nothing moves when a press changes it. */
const BUTTON = 'max-sm:px-2 sm:min-w-28 max-sm:[&_svg]:hidden';

export interface ConversationWorkProps {
  readonly user: Pick<ChatUser, '_id' | 'username' | 'waitingSince' | 'isResolved' | 'stateSince' | 'assignee'>;
  /** The newest message that is shown. */
  readonly lastSeq: number;
}

/** Shows what is left to do in a conversation and who handles it, below its head. */
export function ConversationWork({ user, lastSeq }: ConversationWorkProps) {
  const { waitingSince, isResolved = false, assignee = null } = user;
  const adminId = useSession()?.adminId;
  const now = useNow();
  const name = user.username?.trim() ? user.username : userStrings.unknownUser;
  const work = useConversationWork({ userId: user._id, name, assignee, lastSeq });
  const isMine = assignee !== null && assignee._id === adminId;
  const assigning = isMine
    ? { ...RELEASE, run: work.release }
    : assignee
      ? { ...TAKE_OVER, run: work.takeOver }
      : { ...CLAIM, run: work.claim };
  const [assign, toggle] = useActions([
    assigning,
    isResolved ? { ...REOPEN, run: work.reopen } : { ...RESOLVE, run: work.resolve },
  ]);
  return (
    <section
      aria-label={strings.section}
      className="flex flex-wrap items-center gap-x-3 gap-y-1 border-line border-b bg-surface px-3 text-xs sm:px-4"
    >
      <p className="flex min-w-0 flex-1 basis-24 flex-col">
        <span className="truncate text-ink-muted">
          {assignee ? (
            <>
              {strings.assignee}{' '}
              <bdi className="font-semibold text-ink">{isMine ? strings.you : assignee.username}</bdi>
            </>
          ) : (
            strings.nobody
          )}
        </span>
        {waitingSince && (
          <time dateTime={waitingSince} className="shrink-0 text-amber-ink tabular-nums">
            {waitText(waitingSince, now)}
          </time>
        )}
        {isResolved && <span className="shrink-0 text-green-ink">{strings.isResolved}</span>}
      </p>
      <div className="flex flex-wrap gap-2">
        <ActionButton size="sm" className={BUTTON} action={assign} />
        <ActionButton size="sm" className={BUTTON} action={toggle} pending={work.isPending} />
      </div>
    </section>
  );
}
