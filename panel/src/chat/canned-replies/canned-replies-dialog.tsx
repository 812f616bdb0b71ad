import type { CannedReply } from '@hai-dang/contract/chat/canned-replies.schema.ts';
import { useState } from 'react';
import { Modal } from '../../ui/modal.tsx';
import { useDiscardQuestion } from '../../ui/use-discard-question.ts';
import { cannedRepliesDialogStrings as strings } from './canned-replies-dialog.strings.ts';
import { CannedRepliesList } from './canned-replies-list.tsx';
import { CannedReplyForm } from './canned-reply-form.tsx';

interface CannedRepliesDialogProps {
  readonly onClose: () => void;
}

/** The dialog's view: the list, or the form for a changed or a new reply. */
type View = { readonly kind: 'list'; readonly from?: string } | { readonly kind: 'form'; readonly reply?: CannedReply };

/** Lists all canned replies, to add, change and delete. */
export function CannedRepliesDialog({ onClose }: CannedRepliesDialogProps) {
  const [view, setView] = useState<View>({ kind: 'list' });
  const [status, setStatus] = useState('');
  const unsaved = useDiscardQuestion();

  function toList(message: string): void {
    unsaved.setDirty(false);
    setStatus(message);
    setView({ kind: 'list', from: view.kind === 'form' ? (view.reply?._id ?? '') : '' });
  }

  async function leaveForm(): Promise<void> {
    if (await unsaved.mayLeave()) toList('');
  }

  const title = view.kind === 'list' ? strings.title : view.reply ? strings.editTitle : strings.addTitle;
  return (
    <Modal title={title} onDismiss={() => (view.kind === 'list' ? onClose() : void leaveForm())}>
      <p role="status" className={status === '' ? 'sr-only' : 'text-ink-muted text-sm'}>
        {status}
      </p>
      {view.kind === 'list' ? (
        <CannedRepliesList
          focusOn={view.from}
          onEdit={(reply) => {
            setStatus('');
            setView(reply ? { kind: 'form', reply } : { kind: 'form' });
          }}
          onRemoved={(reply) => setStatus(strings.removed(reply.shortcut))}
          onClose={onClose}
        />
      ) : (
        <CannedReplyForm
          reply={view.reply}
          onDirty={() => unsaved.setDirty(true)}
          onSaved={(reply) => toList(strings.saved(reply.shortcut))}
          onCancel={() => void leaveForm()}
        />
      )}
    </Modal>
  );
}
