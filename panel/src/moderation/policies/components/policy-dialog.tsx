import type { Policy } from '@hai-dang/contract/moderation/policies.schema.ts';
import { Modal } from '../../../ui/modal.tsx';
import { useDiscardQuestion } from '../../../ui/use-discard-question.ts';
import { policiesStrings as strings } from '../policies.strings.ts';
import { PolicyForm } from './policy-form.tsx';

interface PolicyDialogProps {
  /** The rule to change; undefined for a new one. */
  readonly policy: Policy | undefined;
  readonly onClose: () => void;
}

/** The dialog with the form of a rule. It asks before what was typed is discarded. */
export function PolicyDialog({ policy, onClose }: PolicyDialogProps) {
  const unsaved = useDiscardQuestion();

  async function leave(): Promise<void> {
    if (await unsaved.mayLeave()) onClose();
  }

  return (
    <Modal title={policy ? strings.editTitle : strings.add} onDismiss={() => void leave()}>
      <PolicyForm
        policy={policy}
        onDirty={() => unsaved.setDirty(true)}
        onSaved={onClose}
        onCancel={() => void leave()}
      />
    </Modal>
  );
}
