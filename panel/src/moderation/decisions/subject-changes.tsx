import { Callout } from '../../ui/callout.tsx';
import type { SubjectChange } from './new-reports.ts';

interface SubjectChangesProps {
  /** Says that the subject has changed, and that nothing that was typed is lost. */
  readonly title: string;
  readonly changes: readonly SubjectChange[];
}

/** The changes of a subject since it was shown. */
export function SubjectChanges({ title, changes }: SubjectChangesProps) {
  return (
    <Callout tone="amber" size="lg" role="alert" className="flex flex-col gap-2">
      <p className="font-semibold">{title}</p>
      <ul className="list-disc pl-5">
        {changes.map((change) =>
          typeof change === 'string' ? (
            <li key={change} className="wrap-anywhere">
              <bdi>{change}</bdi>
            </li>
          ) : (
            <li key={change._id} title={change.words}>
              <span className="wrap-anywhere line-clamp-2">
                <bdi>{change.title}</bdi>
                {' · '}
                <bdi>{change.reporter}</bdi>
                {change.words !== '' && (
                  <>
                    {' — “'}
                    <bdi>{change.words}</bdi>”
                  </>
                )}
              </span>
            </li>
          ),
        )}
      </ul>
    </Callout>
  );
}
