import { useRef } from 'react';
import { useShortcutsOn } from '../../lib/shortcut-keys.ts';
import { Button } from '../../ui/button.tsx';
import { KeyHint } from '../../ui/key-hint.tsx';
import { hasPenalty } from './decision-choice.ts';
import { offerText } from './decision-sentences.ts';
import { decisionsStrings as strings } from './decisions.strings.ts';
import { PROPOSAL_KEY } from './sheet-keys.ts';
import type { DecisionState } from './use-decision.ts';

/** The penalty that the ladder proposes with the chosen rule: a press chooses it, nothing else does. */
export function LadderOffer({ state }: { readonly state: DecisionState }) {
  const { subject, policy, choice, possible, proposal, applyProposal } = state;
  const shortcutsOn = useShortcutsOn();
  const line = useRef<HTMLDivElement>(null);
  if (!proposal || !policy) return null;

  function apply(): void {
    applyProposal();
    // The button goes away: what it has chosen takes the focus.
    line.current?.parentElement?.querySelector<HTMLInputElement>(`input[value="${proposal?.action}"]`)?.focus();
  }

  return (
    <div ref={line} className="flex flex-wrap items-center gap-2 text-sm">
      <p className="wrap-anywhere min-w-0 grow basis-56 tabular-nums">
        {offerText(proposal, subject.strikes.points, policy)}
      </p>
      {possible.includes(proposal.action) && !hasPenalty(choice, proposal) && (
        <Button size="sm" onClick={apply} aria-keyshortcuts={shortcutsOn ? PROPOSAL_KEY.toUpperCase() : undefined}>
          {strings.apply}
          {shortcutsOn && <KeyHint hidden>{PROPOSAL_KEY}</KeyHint>}
        </Button>
      )}
    </div>
  );
}
