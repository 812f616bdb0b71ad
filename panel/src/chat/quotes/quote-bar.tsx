import type { MessageQuote } from '@hai-dang/contract/chat/chat.schema.ts';
import { X } from 'lucide-react';
import { IconButton } from '../../ui/icon-button.tsx';
import { quotedName, quotedWords } from './quote.ts';
import { quotesStrings as strings } from './quotes.strings.ts';

interface QuoteBarProps {
  /** The id of the text, which describes the field below it. */
  readonly id: string;
  readonly quote: MessageQuote;
  readonly onRemove: () => void;
}

/** The quote of the text that is being written, above its field. */
export function QuoteBar({ id, quote, onRemove }: QuoteBarProps) {
  return (
    <div className="flex items-center gap-2 pb-1 text-sm">
      <p id={id} className="min-w-0 flex-1 truncate border-accent border-l-2 pl-2 text-ink">
        <span className="font-semibold">{strings.replyTo(quotedName(quote))}</span> {quotedWords(quote)}
      </p>
      <IconButton icon={X} size="sm" label={strings.remove} onClick={onRemove} />
    </div>
  );
}
