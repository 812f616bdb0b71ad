import { TriangleAlert } from 'lucide-react';
import { sharedStrings } from '../lib/strings.ts';

/** Invisible and bidirectional control characters: in a name they only serve impersonation. */
const DECEPTIVE = /[\u00AD\u061C\u180E\u200B-\u200F\u202A-\u202E\u2060-\u2069\uFEFF]/u;

/** A warning beside a name with such characters; nothing beside any other. */
export function DeceptiveMark({ name }: { readonly name: string }) {
  if (!DECEPTIVE.test(name)) return null;
  return (
    <TriangleAlert
      role="img"
      aria-label={sharedStrings.deceptiveName}
      className="inline size-3.5 shrink-0 text-amber-ink"
      strokeWidth={2}
    >
      <title>{sharedStrings.deceptiveName}</title>
    </TriangleAlert>
  );
}
