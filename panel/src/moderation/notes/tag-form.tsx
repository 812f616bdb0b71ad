import { TAG_MAX_CHARS } from '@hai-dang/contract/constants.ts';
import type { SubjectRef } from '@hai-dang/contract/moderation/subjects.schema.ts';
import { useRef, useState } from 'react';
import { errorMessage } from '../../lib/api-error.ts';
import { sharedStrings } from '../../lib/strings.ts';
import { Button } from '../../ui/button.tsx';
import { FormAlert } from '../../ui/callout.tsx';
import { TextButton } from '../../ui/text-button.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useForm } from '../../ui/use-form.ts';
import { EndField } from './end-field.tsx';
import { endAt, NO_END } from './note-end.ts';
import { useCreateTag } from './notes.mutations.ts';
import { notesStrings as strings } from './notes.strings.ts';

/** A button that opens the form for a new tag. */
export function AddTag({ subject }: { readonly subject: SubjectRef }) {
  const [isOpen, setIsOpen] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  function close(): void {
    setIsOpen(false);
    opener.current?.focus();
  }
  return (
    <>
      <TextButton ref={opener} aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)} className="self-start text-sm">
        {strings.addTag}
      </TextButton>
      {isOpen && <TagForm subject={subject} onClose={close} />}
    </>
  );
}

function TagForm({ subject, onClose }: { readonly subject: SubjectRef; readonly onClose: () => void }) {
  const create = useCreateTag(subject);
  const [end, setEnd] = useState(NO_END);
  const textOf = (data: FormData): string => String(data.get('text') ?? '').trim();
  const form = useForm<'text'>({
    validate(data) {
      if (textOf(data) === '') return { text: strings.tagMissing };
      return endAt(end, new Date()) === undefined ? { form: strings.endDayMissing } : {};
    },
    async submit(data) {
      await create.mutateAsync({
        params: subject,
        body: { text: textOf(data), expiresAt: endAt(end, new Date()) },
      });
      onClose();
    },
    explain: (error) => ({ text: errorMessage(error, strings.tagFailed) }),
  });
  return (
    <form
      {...form.props}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        // A dialog around it stays open.
        event.preventDefault();
        onClose();
      }}
      className="flex flex-col gap-2"
    >
      <div className="flex flex-wrap items-end gap-2">
        <TextField
          {...form.field('text')}
          label={strings.tagText}
          hint={strings.tagHint}
          maxLength={TAG_MAX_CHARS}
          autoComplete="off"
          autoFocus
          className="w-full"
        />
        <EndField value={end} onChange={setEnd} />
      </div>
      <FormAlert>{form.errors.form}</FormAlert>
      <div className="flex flex-wrap justify-end gap-2">
        <Button size="sm" onClick={onClose}>
          {sharedStrings.cancel}
        </Button>
        <Button size="sm" type="submit" variant="primary" pending={form.isPending} pendingLabel={strings.saving}>
          {strings.tagSave}
        </Button>
      </div>
    </form>
  );
}
