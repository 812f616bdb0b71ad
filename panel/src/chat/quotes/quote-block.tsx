import type { MessageQuote } from '@hai-dang/contract/chat/chat.schema.ts';
import { quotedName, quotedWords } from './quote.ts';
import { quotesStrings as strings } from './quotes.strings.ts';

interface QuoteBlockProps {
  readonly quote: MessageQuote;
  readonly onGoTo: (seq: number) => void;
}

/** The quote of a message, above its text; a press goes to the quoted message. */
export function QuoteBlock({ quote, onGoTo }: QuoteBlockProps) {
  return (
    <button
      type="button"
      onClick={() => onGoTo(quote.seq)}
      className="my-1 block max-w-full cursor-pointer border-current border-l-2 pl-2 text-left text-sm"
    >
      <span className="sr-only">{strings.quote} </span>
      <span className="block truncate font-semibold">{quotedName(quote)}</span>
      <span className="line-clamp-2 wrap-anywhere">{quotedWords(quote)}</span>
    </button>
  );
}
