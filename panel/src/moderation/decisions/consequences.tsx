import { useNow } from '../../lib/use-now.ts';
import { consequenceTexts } from './decision-sentences.ts';
import { decisionsStrings as strings } from './decisions.strings.ts';
import type { DecisionState } from './use-decision.ts';

/** A sentence with the name of a user in it, isolated from the direction of the text around it. */
function Sentence({ text, name }: { readonly text: string; readonly name: string | undefined }) {
  const at = name ? text.indexOf(name) : -1;
  if (!name || at === -1) return text;
  return (
    <>
      {text.slice(0, at)}
      <bdi>{name}</bdi>
      {text.slice(at + name.length)}
    </>
  );
}

interface ConsequencesProps {
  readonly id: string;
  readonly state: DecisionState;
}

/** Says in sentences what exactly the decision will do. */
export function Consequences({ id, state: { subject, decision, policy } }: ConsequencesProps) {
  const sentences = consequenceTexts(subject, decision, policy, useNow());
  return (
    <section aria-labelledby={`${id}-title`} className="flex flex-col gap-1.5 rounded-lg bg-sunken px-4 py-3">
      <h3 id={`${id}-title`} className="font-semibold text-base">
        {strings.consequences}
      </h3>
      <div id={id}>
        {sentences.length === 0 ? (
          <p className="text-sm">{strings.chooseFirst}</p>
        ) : (
          <ul className="flex list-disc flex-col gap-0.5 pl-5 text-sm">
            {sentences.map((sentence) => (
              <li key={sentence} className="wrap-anywhere">
                <Sentence text={sentence} name={subject.owner?.username} />
              </li>
            ))}
          </ul>
        )}
      </div>
    </section>
  );
}
