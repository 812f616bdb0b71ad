import { useEffect, useRef } from 'react';
import { classNames } from '../../ui/class-names.ts';
import { cannedRepliesStrings as strings } from './canned-replies.strings.ts';
import { type OpenReplyMenu, optionId } from './use-canned-reply-menu.ts';

/** Above the field, and low enough that an on-screen keyboard does not push its first line off the screen. */
const PLACE = { bottom: '100%', maxHeight: 'min(20rem, 45dvh)' };
const NOTES = { loading: strings.loading, failed: strings.failed, ready: strings.noMatch };

/** The canned replies that match the typed shortcut, above the field; the last line opens the dialog. */
export function CannedRepliesMenu({ open }: { readonly open: OpenReplyMenu | undefined }) {
  const list = useRef<HTMLDivElement>(null);
  const active = open?.active ?? -1;
  useEffect(() => {
    list.current?.children[active]?.scrollIntoView({ block: 'nearest' });
  }, [active]);
  const count = open?.matches.length ?? 0;
  const note = open && count === 0 ? NOTES[open.state] : '';

  return (
    <>
      <span aria-live="polite" className="sr-only">
        {count > 0 ? strings.found(count) : note}
      </span>
      {open && (
        <div
          style={PLACE}
          className="absolute inset-x-0 z-20 flex flex-col overflow-hidden rounded-lg border border-line bg-raised shadow-pop"
        >
          {note !== '' && (
            <p aria-hidden="true" className="px-3 pt-2 text-ink-muted text-sm">
              {note}
            </p>
          )}
          <div
            ref={list}
            id={open.id}
            role="listbox"
            aria-label={strings.title}
            // Keeps the focus in the field.
            onMouseDown={(event) => event.preventDefault()}
            className="min-h-0 overflow-y-auto p-1"
          >
            {[...open.matches, undefined].map((reply, index) => (
              // The field handles the keys.
              // biome-ignore lint/a11y/useKeyWithClickEvents: see above
              // biome-ignore lint/a11y/useFocusableInteractive: see above
              <div
                key={reply?._id ?? ''}
                id={optionId(open.id, index)}
                role="option"
                aria-selected={index === active}
                onClick={() => open.onTake(index)}
                className={classNames(
                  'flex min-h-9 cursor-pointer items-center gap-2.5 rounded-md px-2.5 text-sm',
                  index === active ? 'bg-accent-soft text-accent-ink' : 'hover:bg-hover',
                  !reply && index !== active && 'text-ink-muted',
                )}
              >
                {reply ? (
                  <>
                    <bdi className="shrink-0 font-semibold">/{reply.shortcut}</bdi>
                    <bdi className="min-w-0 truncate">{reply.content}</bdi>
                  </>
                ) : (
                  strings.manage
                )}
              </div>
            ))}
          </div>
        </div>
      )}
    </>
  );
}
