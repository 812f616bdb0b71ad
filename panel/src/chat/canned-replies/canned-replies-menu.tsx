import { WordMenuList } from '../../ui/word-menu.tsx';
import { cannedRepliesStrings as strings } from './canned-replies.strings.ts';
import type { ReplyMenu } from './use-canned-reply-menu.ts';

const NOTES = { loading: strings.loading, failed: strings.failed, ready: strings.noMatch };

/** The canned replies that match the typed shortcut, above the field; the last line opens the dialog. */
export function CannedRepliesMenu({ menu: { open, state } }: { readonly menu: Pick<ReplyMenu, 'open' | 'state'> }) {
  return (
    <WordMenuList
      open={open}
      label={strings.title}
      found={strings.found}
      note={NOTES[state]}
      keyOf={({ _id }) => _id}
      more={strings.manage}
    >
      {({ shortcut, content }) => (
        <>
          <bdi className="shrink-0 font-semibold">/{shortcut}</bdi>
          <bdi className="min-w-0 truncate">{content}</bdi>
        </>
      )}
    </WordMenuList>
  );
}
