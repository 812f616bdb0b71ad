import type { ChatUser } from '@hai-dang/contract/chat/chat.schema.ts';
import { type ReactNode, useEffect } from 'react';
import { userStrings } from '../../entities/user.strings.ts';
import { useActions } from '../../lib/actions.ts';
import { browserStorage } from '../../lib/browser-storage.ts';
import { createExternalStore, createStore, useStore } from '../../lib/create-store.ts';
import { lazyCode } from '../../lib/lazy-code.ts';
import { createMediaStore } from '../../lib/media-query.ts';
import { sharedStrings } from '../../lib/strings.ts';
import { Button } from '../../ui/button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { useLazyComponent } from '../../ui/lazy-component.ts';
import { toast } from '../../ui/toast.ts';
import { chatActions } from '../chat.actions.ts';
import { chatStrings as strings } from '../chat.strings.ts';

/** Whether the window is so wide that the account fits beside the conversation. */
const hasRoom = createMediaStore('(min-width: 80rem)');

const modal = lazyCode(() => import('../../ui/modal.tsx').then((module) => module.Modal));

const KEY = 'chat-account';
const CLOSED = 'closed';
/** Whether the column is shown where there is room; of this browser. */
const isColumnOpen = createExternalStore(() => browserStorage.get(KEY) !== CLOSED);
/** Whether the dialog is shown where there is none. */
const isDialogOpen = createStore(false);

function onDialogFailed(): void {
  isDialogOpen.set(false);
  toast.error(sharedStrings.menuLoadFailed);
}

/** Shows and hides what is known of the user of a conversation. */
export function toggleAccount(): void {
  if (!hasRoom.get()) isDialogOpen.set(!isDialogOpen.get());
  else {
    if (isColumnOpen.get()) browserStorage.set(KEY, CLOSED);
    else browserStorage.remove(KEY);
    isColumnOpen.notify();
  }
}

/** Where it is shown; null while it is hidden. */
function useAccountPlace(): 'column' | 'dialog' | null {
  const isWide = useStore(hasRoom);
  const isColumn = useStore(isColumnOpen);
  const isDialog = useStore(isDialogOpen);
  if (isWide) return isColumn ? 'column' : null;
  return isDialog ? 'dialog' : null;
}

/** A button for it in the head of a conversation; on the narrowest screens the menu has it. */
export function AccountButton() {
  const place = useAccountPlace();
  const [show] = useActions([{ ...chatActions.account, run: toggleAccount }]);
  return (
    <IconButton
      icon={show.icon}
      label={show.label}
      aria-expanded={place !== null}
      onClick={show.run}
      onPointerEnter={modal.preload}
      onFocus={modal.preload}
      className="max-sm:hidden"
    />
  );
}

interface AccountPaneProps {
  readonly user: Pick<ChatUser, '_id' | 'username'>;
  /** Renders what is known of a user. */
  readonly account: (userId: string) => ReactNode;
}

/** Shows what is known of the user of a conversation: beside it, or in a dialog on narrower screens. */
export function AccountPane({ user, account }: AccountPaneProps) {
  const place = useAccountPlace();
  const Modal = useLazyComponent(modal, place === 'dialog', onDialogFailed);
  useEffect(() => () => isDialogOpen.set(false), []);
  const title = strings.accountOf(user.username.trim() || userStrings.unknownUser);
  if (place === 'column') {
    return (
      <aside aria-label={title} className="flex w-72 shrink-0 flex-col gap-3 overflow-y-auto border-line border-l p-3">
        {account(user._id)}
      </aside>
    );
  }
  return (
    place === 'dialog' &&
    Modal && (
      <Modal title={title} onDismiss={toggleAccount}>
        {account(user._id)}
        <div className="flex justify-end">
          <Button onClick={toggleAccount}>{sharedStrings.close}</Button>
        </div>
      </Modal>
    )
  );
}
