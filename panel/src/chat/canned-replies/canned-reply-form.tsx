import {
  type CannedReply,
  type CreateCannedReplyBody,
  createCannedReplyBodySchema,
} from '@hai-dang/contract/chat/canned-replies.schema.ts';
import { type SubmitEvent, useEffect, useId, useRef, useState } from 'react';
import { ApiError, errorMessage } from '../../lib/api-error.ts';
import { sharedStrings } from '../../lib/strings.ts';
import { Button } from '../../ui/button.tsx';
import { FormAlert } from '../../ui/form-alert.tsx';
import { CONTROL_CLASS, TextField } from '../../ui/text-field.tsx';
import { replyNow, useSaveCannedReply } from './canned-replies-dialog.mutations.ts';
import { cannedRepliesDialogStrings as strings } from './canned-replies-dialog.strings.ts';

const CONTENT_ROWS = 6;

interface CannedReplyFormProps {
  /** What is changed; undefined for a new one. */
  readonly reply: CannedReply | undefined;
  /** Something has been typed that would be lost. */
  readonly onDirty: () => void;
  readonly onSaved: (reply: CannedReply) => void;
  readonly onCancel: () => void;
}

/** What is wrong with which field, or with the whole. */
interface Problems {
  readonly shortcut?: string;
  readonly content?: string;
  readonly whole?: string;
}

function problemsOf(body: CreateCannedReplyBody): Problems {
  const { error } = createCannedReplyBodySchema.safeParse(body);
  const of = (field: string) => error?.issues.find(({ path }) => path[0] === field)?.message;
  const [shortcut, content] = [of('shortcut'), of('content')];
  return { ...(shortcut !== undefined && { shortcut }), ...(content !== undefined && { content }) };
}

/** One canned reply to write. What another administrator has changed meanwhile is shown, never overwritten unseen. */
export function CannedReplyForm({ reply, onDirty, onSaved, onCancel }: CannedReplyFormProps) {
  const [body, setBody] = useState<CreateCannedReplyBody>({
    shortcut: reply?.shortcut ?? '',
    content: reply?.content ?? '',
  });
  const [base, setBase] = useState<Pick<CannedReply, '_id' | 'version'> | undefined>(reply);
  const [problems, setProblems] = useState<Problems>({});
  const [theirs, setTheirs] = useState<CannedReply>();
  const save = useSaveCannedReply();
  const form = useRef<HTMLFormElement>(null);
  const contentId = useId();
  const noteId = useId();

  const focus = (selector: string) => form.current?.querySelector<HTMLElement>(selector)?.focus();
  const isLeft = useRef(false);
  useEffect(() => {
    isLeft.current = false;
    form.current?.querySelector('input')?.focus();
    return () => {
      isLeft.current = true;
    };
  }, []);

  function change(fields: Partial<CreateCannedReplyBody>): void {
    setBody({ ...body, ...fields });
    setProblems({});
    onDirty();
  }

  function onRefused(error: unknown): void {
    const now = replyNow(error);
    const code = error instanceof ApiError ? error.code : '';
    if (now) setTheirs(now);
    else if (code === 'CANNED_REPLY_EXISTS') {
      setProblems({ shortcut: errorMessage(error, strings.saveFailed) });
      focus('input');
    } else if (code === 'CANNED_REPLY_NOT_FOUND') {
      setBase(undefined);
      setProblems({ whole: strings.gone });
    } else setProblems({ whole: errorMessage(error, strings.saveFailed) });
  }

  async function onSubmit(event: SubmitEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    if (save.isPending || theirs) return;
    const found = problemsOf(body);
    setProblems(found);
    if (found.shortcut !== undefined || found.content !== undefined) {
      focus(found.shortcut === undefined ? 'textarea' : 'input');
      return;
    }
    try {
      const saved = await save.mutateAsync({ reply: base, body });
      // What stands in the dialog by now is another reply.
      if (!isLeft.current) onSaved(saved);
    } catch (error) {
      if (!isLeft.current) onRefused(error);
    }
  }

  function settle(taken: CannedReply, isTheirs: boolean): void {
    setBase(taken);
    if (isTheirs) setBody({ shortcut: taken.shortcut, content: taken.content });
    setTheirs(undefined);
    focus('textarea');
  }

  const contentNote = problems.content ?? strings.contentHint;
  return (
    <form ref={form} noValidate onSubmit={(event) => void onSubmit(event)} className="flex flex-col gap-4">
      <TextField
        label={strings.shortcut}
        hint={strings.shortcutHint}
        error={problems.shortcut}
        value={body.shortcut}
        autoComplete="off"
        onChange={(event) => change({ shortcut: event.target.value })}
      />
      <div className="flex flex-col gap-1.5">
        <label htmlFor={contentId} className="font-semibold text-sm">
          {strings.content}
        </label>
        <textarea
          id={contentId}
          rows={CONTENT_ROWS}
          value={body.content}
          aria-invalid={problems.content !== undefined || undefined}
          aria-describedby={noteId}
          onChange={(event) => change({ content: event.target.value })}
          className={`${CONTROL_CLASS} px-3 py-2`}
        />
        <p id={noteId} className={problems.content === undefined ? 'text-ink-muted text-sm' : 'text-red-ink text-sm'}>
          {contentNote}
        </p>
      </div>
      {problems.whole !== undefined && <FormAlert>{problems.whole}</FormAlert>}
      {theirs && (
        <div role="alert" className="flex flex-col gap-2 rounded-md bg-amber-soft px-3 py-2 text-sm">
          <p className="font-semibold text-amber-ink">{strings.conflict}</p>
          <p className="wrap-anywhere font-semibold">
            <bdi>/{theirs.shortcut}</bdi>
          </p>
          <p dir="auto" className="wrap-anywhere max-h-40 overflow-y-auto whitespace-pre-line">
            {theirs.content}
          </p>
          <div className="flex flex-wrap gap-2">
            <Button size="sm" onClick={() => settle(theirs, true)}>
              {strings.takeTheirs}
            </Button>
            <Button size="sm" onClick={() => settle(theirs, false)}>
              {strings.keepMine}
            </Button>
          </div>
        </div>
      )}
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onCancel}>{sharedStrings.cancel}</Button>
        <Button type="submit" variant="primary" pending={save.isPending} disabled={theirs !== undefined}>
          {strings.save}
        </Button>
      </div>
    </form>
  );
}
