import {
  type CannedReply,
  type CreateCannedReplyBody,
  cannedReplySchema,
  createCannedReplyBodySchema,
} from '@hai-dang/contract/chat/canned-replies.schema.ts';
import { useLayoutEffect } from 'react';
import { errorMessage, hasCode } from '../../lib/api-error.ts';
import { sharedStrings } from '../../lib/strings.ts';
import { useVersionedDraft } from '../../lib/use-versioned-draft.ts';
import { Button } from '../../ui/button.tsx';
import { FormAlert } from '../../ui/callout.tsx';
import { EditConflict } from '../../ui/edit-conflict.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { TextareaField } from '../../ui/textarea.tsx';
import { fieldErrors, useForm } from '../../ui/use-form.ts';
import { useSaveCannedReply } from './canned-replies-dialog.mutations.ts';
import { cannedRepliesDialogStrings as strings } from './canned-replies-dialog.strings.ts';

const CONTENT_ROWS = 6;
const NOT_FOUND = 'CANNED_REPLY_NOT_FOUND';

const toDraft = (reply: CannedReply | undefined): CreateCannedReplyBody => ({
  shortcut: reply?.shortcut ?? '',
  content: reply?.content ?? '',
});

interface CannedReplyFormProps {
  /** The reply to change; undefined for a new one. */
  readonly reply: CannedReply | undefined;
  /** Called when there is unsaved text. */
  readonly onDirty: () => void;
  readonly onSaved: (reply: CannedReply) => void;
  readonly onCancel: () => void;
}

/**
 * The form of one canned reply. If another administrator has changed it meanwhile, the form shows that change and does
 * not overwrite it.
 */
export function CannedReplyForm({ reply, onDirty, onSaved, onCancel }: CannedReplyFormProps) {
  const edited = useVersionedDraft({ stored: reply, schema: cannedReplySchema, toDraft });
  const { base, draft: body, theirs } = edited;
  const { mutateAsync: save } = useSaveCannedReply();
  const form = useForm<keyof CreateCannedReplyBody>({
    validate: () => fieldErrors(createCannedReplyBodySchema.safeParse(body).error?.issues),
    async submit(_data, element) {
      if (theirs) return;
      try {
        const saved = await save({ reply: base, body });
        // The dialog may show another reply by now.
        if (element.isConnected) onSaved(saved);
      } catch (error) {
        if (hasCode(error, NOT_FOUND)) edited.detach();
        edited.reject(error);
      }
    },
    explain(error) {
      if (hasCode(error, 'CANNED_REPLY_EXISTS')) return { shortcut: errorMessage(error, strings.saveFailed) };
      return { form: hasCode(error, NOT_FOUND) ? strings.gone : errorMessage(error, strings.saveFailed) };
    },
  });
  const { show } = form;
  useLayoutEffect(() => show({ focus: 'shortcut' }), [show]);

  function change(fields: Partial<CreateCannedReplyBody>): void {
    edited.change(fields);
    form.show({});
    onDirty();
  }

  function settle(isTheirs: boolean): void {
    edited.settle(isTheirs);
    form.show({ focus: 'content' });
  }

  return (
    <form {...form.props} className="flex flex-col gap-4">
      <TextField
        {...form.field('shortcut')}
        label={strings.shortcut}
        hint={strings.shortcutHint}
        value={body.shortcut}
        autoComplete="off"
        onChange={(event) => change({ shortcut: event.target.value })}
      />
      <TextareaField
        {...form.field('content')}
        label={strings.content}
        hint={strings.contentHint}
        rows={CONTENT_ROWS}
        value={body.content}
        onChange={(event) => change({ content: event.target.value })}
      />
      <FormAlert>{form.errors.form}</FormAlert>
      {theirs && (
        <EditConflict title={strings.conflict} onSettle={settle}>
          <p className="wrap-anywhere font-semibold">
            <bdi>/{theirs.shortcut}</bdi>
          </p>
          <p dir="auto" className="wrap-anywhere max-h-40 overflow-y-auto whitespace-pre-line">
            {theirs.content}
          </p>
        </EditConflict>
      )}
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onCancel}>{sharedStrings.cancel}</Button>
        <Button type="submit" variant="primary" pending={form.isPending} disabled={theirs !== undefined}>
          {strings.save}
        </Button>
      </div>
    </form>
  );
}
