import type { Policy } from '@hai-dang/contract/moderation/policies.schema.ts';
import { useRef } from 'react';
import { useConfirm } from '../../../ui/confirm.tsx';
import { Modal } from '../../../ui/modal.tsx';
import { policiesStrings as strings } from '../policies.strings.ts';
import { PolicyForm } from './policy-form.tsx';

interface PolicyDialogProps {
  /** The rule to change; undefined for a new one. */
  readonly policy: Policy | undefined;
  readonly onClose: () => void;
}

/** The dialog with the form of a rule. It asks before what was typed is discarded. */
export function PolicyDialog({ policy, onClose }: PolicyDialogProps) {
  const confirm = useConfirm();
  const isDirty = useRef(false);

  async function leave(): Promise<void> {
    const mayGo =
      !isDirty.current ||
      (await confirm({
        title: strings.dropTitle,
        message: strings.dropQuestion,
        confirmLabel: strings.dropConfirm,
        cancelLabel: strings.dropCancel,
        tone: 'danger',
      }));
    if (mayGo) onClose();
  }

  return (
    <Modal title={policy ? strings.editTitle : strings.add} onDismiss={() => void leave()}>
      <PolicyForm
        policy={policy}
        onDirty={() => {
          isDirty.current = true;
        }}
        onSaved={onClose}
        onCancel={() => void leave()}
      />
    </Modal>
  );
}
