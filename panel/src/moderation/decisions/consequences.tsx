import { useNow } from '../../lib/use-now.ts';
import { consequencesText } from './decision-sentences.ts';
import { useDecisionPreview } from './decisions.queries.ts';
import { decisionsStrings as strings } from './decisions.strings.ts';
import type { DecisionState } from './use-decision.ts';

interface ConsequencesProps {
  readonly id: string;
  readonly state: DecisionState;
}

/** Says in one line what exactly the decision will do. */
export function Consequences({ id, state: { subject, decision, policy } }: ConsequencesProps) {
  const { data } = useDecisionPreview(decision);
  const text = consequencesText(subject, decision, policy, data?.letters, useNow());
  return (
    <p id={id} className="wrap-anywhere min-w-0 grow basis-56 text-sm">
      {policy && (
        <span className="sm:hidden">
          <bdi>{policy.title}</bdi>:{' '}
        </span>
      )}
      {text || strings.chooseFirst}
    </p>
  );
}
