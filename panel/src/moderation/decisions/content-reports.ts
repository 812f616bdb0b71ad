import type { DecideBody, ModerationSubject } from '@hai-dang/contract/moderation/decisions.schema.ts';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { errorMessage, isUnauthorized } from '../../lib/api-error.ts';
import { newClientKey } from '../../lib/client-key.ts';
import { sharedStrings } from '../../lib/strings.ts';
import { toast } from '../../ui/toast.ts';
import { startUnlessEmpty } from '../bulk/start-unless-empty.ts';
import { contentReportsStrings as strings } from './content-reports.strings.ts';

/** The status that reports get by a conclusion. */
export const statusOf = (outcome: DecideBody['outcome']) => (outcome === 'violation' ? 'resolved' : 'rejected');

interface Closing {
  readonly userId: string;
  readonly name: string;
  readonly outcome: ReturnType<typeof statusOf>;
  /** The same for a retry, which starts nothing that has started. */
  readonly clientKey: string;
}

/** Runs on when the sheet is closed: the progress and the undo are in the header, as of each action on many subjects. */
async function close(client: QueryClient, closing: Closing): Promise<void> {
  const { userId, name, outcome, clientKey } = closing;
  try {
    await startUnlessEmpty(client, {
      action: { kind: 'close_reports', outcome },
      target: { kind: 'reports_about', userId },
      clientKey,
    });
  } catch (error) {
    if (isUnauthorized(error)) return;
    toast.error(errorMessage(error, strings.failed), {
      ...(name !== '' && { detail: name }),
      action: { label: sharedStrings.retry, onClick: () => void close(client, closing) },
    });
  }
}

export interface ContentReportsChoice {
  /** The reports that are offered to be closed; undefined where there are none. */
  readonly offered: ModerationSubject['contentReports'];
  readonly isChosen: boolean;
  readonly choose: (isChosen: boolean) => void;
  /** Closes them where that is chosen, once the decision is made. */
  readonly closeAfter: (outcome: DecideBody['outcome']) => void;
}

/**
 * The choice to close the reports of what an account published together with its own: after the decision, which closes those of the
 * account and would be stale if they were closed before.
 * @param name of the account
 */
export function useContentReports({ subject, contentReports }: ModerationSubject, name: string): ContentReportsChoice {
  const client = useQueryClient();
  const [isChosen, choose] = useState(false);
  const offered = contentReports && contentReports.open > 0 ? contentReports : undefined;
  return {
    offered,
    isChosen,
    choose,
    closeAfter(outcome) {
      if (!isChosen || !offered) return;
      void close(client, { userId: subject.itemId, name, outcome: statusOf(outcome), clientKey: newClientKey() });
    },
  };
}
