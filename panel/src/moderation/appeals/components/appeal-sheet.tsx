import { useEffect, useRef } from 'react';
import { errorMessage, isNotFound, isUnauthorized } from '../../../lib/api-error.ts';
import { sharedStrings } from '../../../lib/strings.ts';
import { Button } from '../../../ui/button.tsx';
import { Callout } from '../../../ui/callout.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { Modal } from '../../../ui/modal.tsx';
import { PageSpinner } from '../../../ui/spinner.tsx';
import { AssignmentBar } from '../../assignments/assignment-bar.tsx';
import { EvidenceBox, RecentEvents, SubjectFacts, SubjectRecord } from '../../decisions/subject-facts.tsx';
import { KeptEvidence } from '../../reports/detail/kept-evidence.tsx';
import { useDecideAppeal } from '../appeals.mutations.ts';
import { useAppeal, useRefreshSheet } from '../appeals.queries.ts';
import { appealsStrings as strings } from '../appeals.strings.ts';
import { AppealedDecision, AppealedLetter, AppealText } from './appeal-facts.tsx';
import { AppealForm } from './appeal-form.tsx';
import { OutcomeLine } from './appeal-table.tsx';

/** An administrator who opens the sheet is about to decide. */
const OPENED = { hasActed: true, isDeciding: false };

interface AppealSheetProps {
  readonly id: string;
  /** Called before the appeal leaves the list of those that wait. */
  readonly onDecided: () => void;
  /** Called once the appeal is left to others. */
  readonly onHandedOver: () => void;
  readonly onClose: () => void;
}

/** One appeal: its text, the decision, the subject with its record and events, and the conclusion. */
export function AppealSheet({ id, onDecided, onHandedOver, onClose }: AppealSheetProps) {
  const { data: detail, error, isFetching, refetch } = useAppeal(id);
  const decide = useDecideAppeal();
  const refresh = useRefreshSheet();
  if (!detail) {
    return (
      <Modal title={strings.title} size="page" onDismiss={onClose}>
        {error ? (
          <ErrorState
            message={strings.loadFailed}
            reason={errorMessage(error, '')}
            onRetry={isNotFound(error) || isUnauthorized(error) ? undefined : () => void refetch()}
            retrying={isFetching}
          />
        ) : (
          <PageSpinner label={strings.loading} />
        )}
        <Closing key="loading" onClose={onClose} />
      </Modal>
    );
  }
  const { appeal, subject, evidence, letter } = detail;
  const request = { subject: appeal.subject, name: appeal.title ?? '' };
  const isOpen = appeal.outcome === null;
  const facts = (
    <div className="grid items-start gap-4 sm:grid-cols-2">
      <AppealText appeal={appeal} onLeave={onClose} />
      <div className="flex min-w-0 flex-col gap-4">
        <AppealedDecision appeal={appeal} onLeave={onClose} />
        <AppealedLetter text={letter} />
      </div>
      <EvidenceBox>
        <KeptEvidence evidence={evidence} subject={appeal.subject} reportId={appeal.reportId} />
      </EvidenceBox>
      <SubjectFacts
        subject={subject}
        request={request}
        onLeave={onClose}
        assignment={
          isOpen && (
            <AssignmentBar
              subject={appeal.subject}
              assignee={subject.assignee}
              isOpen
              acts={OPENED}
              onAssigned={refresh}
            />
          )
        }
      />
      <div className="flex min-w-0 flex-col gap-4">
        <SubjectRecord subject={subject} policy={undefined} />
        <RecentEvents events={subject.events} />
      </div>
    </div>
  );
  return (
    <Modal title={strings.title} size="page" onDismiss={onClose} locked={decide.isPending}>
      {isOpen ? (
        <AppealForm {...{ detail, decide, onDecided, onHandedOver, onClose }}>{facts}</AppealForm>
      ) : (
        <>
          {facts}
          <div className="flex flex-col gap-3 border-line border-t pt-4">
            <div role="status" className="flex flex-col gap-2">
              <OutcomeLine {...appeal} />
              {appeal.outcome === 'closed' && <Callout tone="accent">{strings.closedBecause}</Callout>}
              {appeal.note !== null && (
                <p dir="auto" className="wrap-anywhere whitespace-pre-line text-sm">
                  {appeal.note}
                </p>
              )}
            </div>
            <Closing onClose={onClose} />
          </div>
        </>
      )}
    </Modal>
  );
}

/** The only button of a sheet in which nothing can be decided. What had the focus before it is gone: it takes it. */
function Closing({ onClose }: Pick<AppealSheetProps, 'onClose'>) {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => button.current?.focus({ preventScroll: true }), []);
  return (
    <div className="mt-auto flex justify-end">
      <Button ref={button} onClick={onClose} data-initial-focus>
        {sharedStrings.close}
      </Button>
    </div>
  );
}
