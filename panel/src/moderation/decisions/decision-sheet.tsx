import type { ModerationSubject } from '@hai-dang/contract/moderation/decisions.schema.ts';
import type { Policy } from '@hai-dang/contract/moderation/policies.schema.ts';
import { useEffect, useEffectEvent, useId, useLayoutEffect, useRef, useState } from 'react';
import { heldBy } from '../../entities/holder.ts';
import { errorMessage, isNotFound, isUnauthorized } from '../../lib/api-error.ts';
import { useShortcutsOn } from '../../lib/shortcut-keys.ts';
import { sharedStrings } from '../../lib/strings.ts';
import { useNow } from '../../lib/use-now.ts';
import { Button } from '../../ui/button.tsx';
import { FormAlert } from '../../ui/callout.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { KeyHint } from '../../ui/key-hint.tsx';
import { Modal } from '../../ui/modal.tsx';
import type { OverlayProps } from '../../ui/overlay.tsx';
import { PageSpinner } from '../../ui/spinner.tsx';
import { TextareaField } from '../../ui/textarea.tsx';
import { useEnabledPolicies } from '../policies/enabled-policies.queries.ts';
import { HeldNotice } from '../reports/detail/held-notice.tsx';
import { SubjectEvidence } from '../reports/detail/subject-evidence.tsx';
import { useFreshEvidence } from '../reports/detail/use-fresh-hold.ts';
import { ActionChoice } from './action-choice.tsx';
import { CloseContentReports } from './close-content-reports.tsx';
import { Consequences } from './consequences.tsx';
import { useContentReports } from './content-reports.ts';
import { proposedRule } from './decision-choice.ts';
import { decisionName } from './decision-sentences.ts';
import { useDecideSubject } from './decisions.mutations.ts';
import type { DecisionRequest } from './decisions.overlays.ts';
import { useClaim, useSubject } from './decisions.queries.ts';
import { decisionsStrings as strings } from './decisions.strings.ts';
import { LetterFields } from './letter-fields.tsx';
import { OwnerActivity } from './owner-activity.tsx';
import { QuickDecision } from './quick-decision.tsx';
import { SheetFoot } from './sheet-foot.tsx';
import { keyAction } from './sheet-keys.ts';
import { SubjectChanges } from './subject-changes.tsx';
import { Part, RecentEvents, SubjectFacts, SubjectRecord } from './subject-facts.tsx';
import { useDecision } from './use-decision.ts';
import { VerdictChoice } from './verdict-choice.tsx';

const NOTE_ROWS = 3;

/** The decision on one subject: made at once where the request says which, else in the sheet. */
export function DecisionSheet(props: OverlayProps<DecisionRequest>) {
  const { request, onClose } = props;
  if (request.harmless === undefined) return <Sheet {...props} />;
  return <QuickDecision request={request} version={request.harmless} onClose={onClose} />;
}

/** The state and record of the subject, what is concluded, and what follows. */
function Sheet({ request, onClose }: OverlayProps<DecisionRequest>) {
  const subject = useSubject(request.subject);
  const policies = useEnabledPolicies();
  const decide = useDecideSubject();
  const isLoaded = subject.data !== undefined && policies.data !== undefined;
  const error = subject.error ?? policies.error;

  function retry(): void {
    if (subject.data === undefined) void subject.refetch();
    if (policies.data === undefined) void policies.refetch();
  }

  return (
    <Modal title={strings.title} size="page" onDismiss={onClose} locked={decide.isPending}>
      {isLoaded ? (
        <DecisionForm
          request={request}
          opened={subject.data}
          policies={policies.data}
          isPending={decide.isPending}
          send={(body) => decide.mutateAsync({ body, name: request.name })}
          refetchPolicies={policies.refetch}
          onClose={onClose}
        />
      ) : (
        <>
          {error ? (
            <ErrorState
              message={strings.loadFailed}
              reason={errorMessage(error, '')}
              onRetry={isNotFound(error) || isUnauthorized(error) ? undefined : retry}
              retrying={subject.isFetching || policies.isFetching}
            />
          ) : (
            <PageSpinner label={strings.loading} />
          )}
          <div className="mt-auto flex justify-end">
            <Button onClick={onClose}>{sharedStrings.close}</Button>
          </div>
        </>
      )}
    </Modal>
  );
}

interface DecisionFormProps extends Pick<Parameters<typeof useDecision>[0], 'send' | 'refetchPolicies'> {
  readonly request: DecisionRequest;
  readonly opened: ModerationSubject;
  readonly policies: readonly Policy[];
  readonly isPending: boolean;
  readonly onClose: () => void;
}

function DecisionForm(props: DecisionFormProps) {
  const { request, opened, policies, isPending, send, refetchPolicies, onClose } = props;
  const takedownBy = request.takedownBy && proposedRule(policies, request.takedownBy)?.key;
  const contentReports = useContentReports(opened, request.name);
  const state = useDecision({
    opened,
    policies,
    takedownBy,
    send,
    refetchPolicies,
    onDecided: () => {
      onClose();
      if (state.choice.outcome) contentReports.closeAfter(state.choice.outcome);
      request.onDecided?.();
    },
  });
  const { subject, choice, policy, changes, holder, form, change, choose } = state;
  useClaim(opened);
  const hold = useFreshEvidence(opened.newestReportId, request.isSeen, changes ?? holder);
  const shortcutsOn = useShortcutsOn();
  const consequencesId = useId();
  const name = decisionName(subject, state.decision, useNow());
  const conflict = useRef<HTMLDivElement>(null);
  const submitButton = useRef<HTMLButtonElement>(null);
  const [isChosen] = useState(takedownBy !== undefined && policy?.key === takedownBy);
  const formElement = form.props.ref;

  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const action = keyAction(event, { formElement: formElement.current, policies, shortcutsOn });
    if (action === undefined) return;
    event.preventDefault();
    if (action.kind === 'decide') formElement.current?.requestSubmit();
    if (action.kind === 'propose') state.applyProposal();
    if (action.kind !== 'choose') return;
    choose(action.policy);
    focusRadio(formElement.current, action.policy?.key ?? '');
  });

  useEffect(() => {
    // The subject stands first, and stays in sight.
    if (isChosen) submitButton.current?.focus({ preventScroll: true });
    else focusRadio(formElement.current, undefined, { preventScroll: true });
  }, [formElement, isChosen]);
  useLayoutEffect(() => {
    // The listener is on the document: after a press beside a control nothing in the sheet has the focus.
    const handle = (event: KeyboardEvent) => onKeyDown(event);
    document.addEventListener('keydown', handle);
    return () => document.removeEventListener('keydown', handle);
  }, []);

  useEffect(() => {
    if (changes || holder !== undefined) conflict.current?.focus();
  }, [changes, holder]);

  return (
    <form
      {...form.props}
      onSubmit={(event) => (hold.stops() ? event.preventDefault() : form.props.onSubmit(event))}
      className="flex flex-1 flex-col gap-4"
    >
      {(changes || holder !== undefined) && (
        <div ref={conflict} tabIndex={-1} className="outline-none">
          {changes ? (
            <SubjectChanges title={strings.changed} changes={changes} />
          ) : (
            holder !== undefined && <SubjectChanges title={heldBy(holder)} changes={[strings.decideAnyway]} />
          )}
        </div>
      )}
      <div className="grid items-start gap-4 sm:grid-cols-2 lg:grid-cols-3">
        <div className="flex min-w-0 flex-col gap-4 sm:max-lg:col-span-2">
          <SubjectFacts subject={subject} request={request} onLeave={onClose} />
          <SubjectRecord subject={subject} policy={policy} />
          <Part title={strings.evidence}>
            <SubjectEvidence subject={request.subject} reportId={subject.newestReportId} />
          </Part>
          <RecentEvents events={subject.events} />
          {subject.owner && <OwnerActivity userId={subject.owner._id} onLeave={onClose} />}
        </div>
        <VerdictChoice
          policies={policies}
          chosen={choice.outcome === 'no_violation' ? '' : policy?.key}
          error={form.errors.outcome ?? (state.isPolicyGone ? strings.policyGone : undefined)}
          keysShown={shortcutsOn}
          onChoose={choose}
        />
        <div className="flex min-w-0 flex-col gap-4">
          {choice.outcome === 'violation' && policy && (
            <>
              <p dir="auto" className="wrap-anywhere whitespace-pre-line rounded-md bg-sunken px-3 py-2 text-sm">
                {policy.text}
              </p>
              {policy.key === takedownBy && <p className="text-ink-muted text-sm">{strings.proposedRule}</p>}
              <ActionChoice key={policy.key} state={state} />
            </>
          )}
          <CloseContentReports choice={contentReports} outcome={choice.outcome} />
          <TextareaField
            {...form.field('note')}
            label={strings.note}
            hint={strings.noteHint}
            rows={NOTE_ROWS}
            value={choice.note}
            onChange={(event) => change({ note: event.target.value })}
          />
          <LetterFields state={state} />
        </div>
      </div>
      <SheetFoot>
        <FormAlert>{form.errors.form}</FormAlert>
        <div className="flex flex-wrap items-center justify-end gap-2">
          <div className="mr-auto">
            <HeldNotice hold={hold} text={changes || holder !== undefined ? strings.heldAgain : strings.held} />
          </div>
          <Consequences id={consequencesId} state={state} />
          <Button onClick={onClose} disabled={isPending}>
            {sharedStrings.cancel}
          </Button>
          <Button
            ref={submitButton}
            type="submit"
            variant="primary"
            pending={isPending}
            aria-disabled={hold.isHeld}
            aria-describedby={consequencesId}
            aria-keyshortcuts="Control+Enter"
          >
            <span className="min-w-0">{name}</span>
            <span className="max-sm:hidden">
              <KeyHint hidden>{strings.decideKey}</KeyHint>
            </span>
          </Button>
        </div>
      </SheetFoot>
    </form>
  );
}

/** Moves the focus to a choice: to the given one, or else to the chosen or the first. */
function focusRadio(form: HTMLFormElement | null, value?: string, options?: FocusOptions): void {
  const radios = [...(form?.querySelectorAll<HTMLInputElement>('input[type="radio"]') ?? [])];
  const wanted = radios.find((radio) => (value === undefined ? radio.checked : radio.value === value));
  (wanted ?? radios[0])?.focus(options);
}
