import type { AppealDetail } from '@hai-dang/contract/moderation/appeals.schema.ts';
import { type ReactNode, useEffect, useEffectEvent, useId, useLayoutEffect, useRef } from 'react';
import { heldBy } from '../../../entities/holder.ts';
import { formatNumber } from '../../../lib/format.ts';
import { isImeKey } from '../../../lib/ime-key.ts';
import { usePreferences } from '../../../lib/preferences.ts';
import { useSession } from '../../../lib/session.ts';
import { sharedStrings } from '../../../lib/strings.ts';
import { Button } from '../../../ui/button.tsx';
import { Callout, FormAlert } from '../../../ui/callout.tsx';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { KeyHint } from '../../../ui/key-hint.tsx';
import { Radio } from '../../../ui/radio.tsx';
import { savePreferences } from '../../../ui/save-preferences.ts';
import { TextareaField } from '../../../ui/textarea.tsx';
import { LetterField } from '../../decisions/letter-field.tsx';
import { SheetFoot } from '../../decisions/sheet-foot.tsx';
import { SubjectChanges } from '../../decisions/subject-changes.tsx';
import { overturnSentences } from '../appeal-sentences.ts';
import { type useDecideAppeal, useHandOver } from '../appeals.mutations.ts';
import { appealsStrings as strings } from '../appeals.strings.ts';
import { OUTCOMES, useConclusion } from '../use-conclusion.ts';

const NOTE_ROWS = 3;

interface AppealFormProps {
  readonly detail: AppealDetail;
  readonly decide: ReturnType<typeof useDecideAppeal>;
  readonly onDecided: () => void;
  readonly onHandedOver: () => void;
  readonly onClose: () => void;
  /** The facts that the conclusion rests on. */
  readonly children: ReactNode;
}

/** The conclusion on an appeal: the decision stays, or all that it did is taken back. */
export function AppealForm({ detail, decide, onDecided, onHandedOver, onClose, children }: AppealFormProps) {
  const { choice, change, changes, holder, form } = useConclusion(detail, decide, onDecided);
  const { opensNextReport } = usePreferences();
  const ownId = useSession()?.adminId;
  const handOver = useHandOver(detail, onHandedOver);
  const id = useId();
  const formElement = form.props.ref;
  const others = detail.others ?? 0;
  const isOwn = ownId !== undefined && detail.appeal.decision.by._id === ownId;

  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const isSend = event.key === 'Enter' && (event.ctrlKey || event.metaKey) && !event.altKey;
    const dialog = event.target instanceof Element ? event.target.closest('dialog') : null;
    if (!isSend || event.defaultPrevented || isImeKey(event) || dialog?.contains(formElement.current) === false) return;
    event.preventDefault();
    if (!event.repeat) formElement.current?.requestSubmit();
  });
  useEffect(() => {
    // The element that had the focus while the appeal was loaded is gone.
    formElement.current?.querySelector<HTMLInputElement>('input[type="radio"]')?.focus({ preventScroll: true });
  }, [formElement]);
  useLayoutEffect(() => {
    // The listener is on the document: after a press beside a control nothing in the sheet has the focus.
    const handle = (event: KeyboardEvent) => onKeyDown(event);
    document.addEventListener('keydown', handle);
    return () => document.removeEventListener('keydown', handle);
  }, []);

  const conflict = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (changes || holder !== undefined) conflict.current?.focus();
  }, [changes, holder]);

  return (
    <form {...form.props} className="flex flex-1 flex-col gap-4">
      {(changes || holder !== undefined) && (
        <div ref={conflict} tabIndex={-1} className="outline-none">
          {changes ? (
            <SubjectChanges title={strings.changed} changes={changes} />
          ) : (
            holder !== undefined && <SubjectChanges title={heldBy(holder)} changes={[strings.sendAnyway]} />
          )}
        </div>
      )}
      {children}
      <div className="grid items-start gap-4 border-line border-t pt-4 sm:grid-cols-2">
        <fieldset className="flex min-w-0 flex-col gap-0.5">
          <legend className="mb-1.5 font-semibold text-base">{strings.conclusion}</legend>
          {isOwn && (
            <Callout tone="amber" className="mb-2 flex flex-wrap items-center gap-x-3 gap-y-2">
              <p className="grow basis-56">{strings.ownDecision}</p>
              <Button
                size="sm"
                onClick={() => handOver.mutate()}
                pending={handOver.isPending}
                disabled={form.isPending}
              >
                {strings.handOver}
              </Button>
            </Callout>
          )}
          {form.errors.outcome !== undefined && (
            <p id={`${id}-error`} role="alert" className="text-red-ink text-sm">
              {form.errors.outcome}
            </p>
          )}
          {OUTCOMES.map((value) => (
            <Radio
              key={value}
              name="outcome"
              value={value}
              checked={choice.outcome === value}
              onChange={() => change({ outcome: value })}
              aria-describedby={form.errors.outcome === undefined ? undefined : `${id}-error`}
              className={classNames('min-h-9 px-2 py-1', choice.outcome === value && 'bg-accent-soft')}
            >
              {strings[value]}
            </Radio>
          ))}
          {choice.outcome === 'uphold' && others > 0 && (
            <Checkbox
              label={strings.answersAll(formatNumber(others))}
              checked={choice.answersAll}
              onChange={(event) => change({ answersAll: event.target.checked })}
              className="min-h-9 px-2"
            />
          )}
          <Checkbox
            label={strings.opensNext}
            checked={opensNextReport}
            onChange={({ target }) => savePreferences({ opensNextReport: target.checked })}
            className="min-h-9 px-2 text-sm"
          />
        </fieldset>
        <div className="flex min-w-0 flex-col gap-3">
          {choice.outcome !== undefined && detail.answers !== null && (
            <LetterField
              title={strings.answer}
              skipped={strings.answerSkipped}
              hint={strings.answerHint}
              preview={detail.answers?.[choice.outcome]}
              choice={choice.letter}
              field={form.field('letter')}
              onChange={(letter) => change({ letter })}
            />
          )}
          <TextareaField
            {...form.field('note')}
            label={strings.noteLabel}
            hint={strings.noteHint}
            rows={NOTE_ROWS}
            value={choice.note}
            onChange={(event) => change({ note: event.target.value })}
          />
        </div>
      </div>
      <SheetFoot>
        <FormAlert>{form.errors.form}</FormAlert>
        <div className="flex flex-wrap items-center justify-end gap-2">
          <div id={`${id}-will`} role="status" className="wrap-anywhere min-w-0 grow basis-56 text-sm">
            {choice.outcome === undefined && strings.nothingChosen}
            {choice.outcome === 'uphold' && strings.upholdWill}
            {choice.outcome === 'overturn' && (
              <>
                {strings.overturnWill.intro}
                <ul className="list-disc pl-5">
                  {overturnSentences(detail).map((sentence) => (
                    <li key={sentence}>
                      <bdi>{sentence}</bdi>
                    </li>
                  ))}
                </ul>
              </>
            )}
          </div>
          <Button onClick={onClose} disabled={form.isPending}>
            {sharedStrings.cancel}
          </Button>
          <Button
            type="submit"
            variant={choice.outcome === 'overturn' ? 'danger' : 'primary'}
            pending={form.isPending}
            aria-describedby={`${id}-will`}
            aria-keyshortcuts="Control+Enter"
          >
            <span className="min-w-0">{strings.send}</span>
            <span className="max-sm:hidden">
              <KeyHint hidden>{strings.sendKey}</KeyHint>
            </span>
          </Button>
        </div>
      </SheetFoot>
    </form>
  );
}
