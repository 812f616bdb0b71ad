import type { DecideBody } from '@hai-dang/contract/moderation/decisions.schema.ts';
import { useEffect, useEffectEvent } from 'react';
import { errorMessage, hasCode, isCancelled, isUnauthorized } from '../../lib/api-error.ts';
import { sharedStrings } from '../../lib/strings.ts';
import { toast } from '../../ui/toast.ts';
import { useDecideSubject } from './decisions.mutations.ts';
import { type DecisionRequest, decisionSheet } from './decisions.overlays.ts';
import { decisionsStrings as strings } from './decisions.strings.ts';

interface QuickDecisionProps {
  readonly request: DecisionRequest;
  /** The version of the subject that it rests on. */
  readonly version: number;
  readonly onClose: () => void;
}

/** Finds a subject harmless, without the sheet; that opens where the subject has changed since it was shown. */
export function QuickDecision({ request, version, onClose }: QuickDecisionProps) {
  const { mutateAsync } = useDecideSubject();

  const decide = useEffectEvent(async (): Promise<void> => {
    const { subject, name, onDecided } = request;
    const body: DecideBody = { subject, outcome: 'no_violation', actions: [], version, note: null };
    try {
      await mutateAsync({ body, name });
      onClose();
      onDecided?.();
    } catch (error) {
      onClose();
      if (isUnauthorized(error) || isCancelled(error)) return;
      const { harmless: _, isSeen: __, ...again } = request;
      if (hasCode(error, 'SUBJECT_CHANGED')) {
        toast.info(strings.changed);
        decisionSheet.open(again);
        return;
      }
      const retry = { label: sharedStrings.retry, onClick: () => decisionSheet.open(request) };
      toast.error(errorMessage(error, strings.failed), { ...(name !== '' && { detail: name }), action: retry });
    }
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: each request once
  useEffect(() => void decide(), [request]);
  return null;
}
