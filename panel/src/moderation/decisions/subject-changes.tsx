import { Callout } from '../../ui/callout.tsx';

interface SubjectChangesProps {
  /** Says that the subject has changed, and that nothing that was typed is lost. */
  readonly title: string;
  readonly changes: readonly string[];
}

/** The changes of a subject since it was shown. */
export function SubjectChanges({ title, changes }: SubjectChangesProps) {
  return (
    <Callout tone="amber" size="lg" role="alert" className="flex flex-col gap-2">
      <p className="font-semibold">{title}</p>
      <ul className="list-disc pl-5">
        {changes.map((line) => (
          <li key={line} className="wrap-anywhere">
            <bdi>{line}</bdi>
          </li>
        ))}
      </ul>
    </Callout>
  );
}
