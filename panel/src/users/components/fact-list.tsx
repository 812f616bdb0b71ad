import { userDetailStrings as strings } from '../user-detail.strings.ts';

interface Fact {
  readonly label: string;
  readonly value: string | number | null | undefined;
}

/** Labels with their values, which start at the same place in every list; a missing value reads 'Chưa cập nhật'. */
export function FactList({ facts }: { readonly facts: readonly Fact[] }) {
  return (
    <dl className="grid grid-cols-[38%_minmax(0,1fr)] gap-x-3 gap-y-2.5 text-sm">
      {facts.map(({ label, value }) => (
        <div key={label} className="contents">
          <dt className="text-ink-muted">{label}</dt>
          <dd className="wrap-anywhere min-w-0">
            <FactValue value={value} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** One value, isolated from the direction of the text around it. */
export function FactValue({ value }: Pick<Fact, 'value'>) {
  const text = String(value ?? '').trim();
  return text === '' ? <span className="text-ink-muted">{strings.notUpdated}</span> : <bdi>{text}</bdi>;
}
