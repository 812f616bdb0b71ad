import { SelectField } from '../ui/select-field.tsx';

const LABEL = 'Người phụ trách';
const LABELS = { '': 'Tất cả', me: 'Của tôi', none: 'Chưa ai nhận' } as const;
const OTHER = 'Quản trị viên khác';

/** A value of the filter in words. */
export const assigneeFilterText = (value: string): string =>
  Object.entries(LABELS).find(([known]) => known === value)?.[1] ?? OTHER;

interface AssigneeFilterProps {
  /** 'me', 'none' for nobody, or an administrator's id, which comes from the URL alone; '' for any. */
  readonly value: string;
  readonly onChoose: (assignee: string) => void;
  readonly className?: string;
}

/** Limits a list to the subjects that an administrator handles, or that nobody does. */
export function AssigneeFilter({ value, onChoose, className }: AssigneeFilterProps) {
  const options = Object.entries(LABELS).map(([known, label]) => ({ value: known, label }));
  return (
    <SelectField
      label={LABEL}
      value={value}
      onChange={({ target }) => onChoose(target.value)}
      options={Object.hasOwn(LABELS, value) ? options : [...options, { value, label: OTHER }]}
      className={className}
    />
  );
}
