import { Badge, type Tone } from '../ui/badge.tsx';
import { statusLabel } from './report.strings.ts';

/** Specification, section 4: yellow, blue, green, red. */
const TONES: Readonly<Record<string, Tone>> = {
  pending: 'amber',
  reviewing: 'blue',
  resolved: 'green',
  rejected: 'red',
};

/** A report's status; an unknown one is shown as it is. */
export function StatusBadge({ status }: { readonly status: string }) {
  return <Badge tone={TONES[status] ?? 'neutral'}>{statusLabel(status)}</Badge>;
}
