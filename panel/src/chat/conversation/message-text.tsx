import { messageParts } from './linkify.ts';

/** A user's text: plain text, with web URLs as links. */
export function MessageText({ text }: { readonly text: string }) {
  let at = 0;
  return (
    <p dir="auto" className="whitespace-pre-wrap text-base [overflow-wrap:anywhere]">
      {messageParts(text).map((part) => {
        const key = at;
        at += part.text.length;
        if (part.href === undefined) return <span key={key}>{part.text}</span>;
        return (
          <a
            key={key}
            href={part.href}
            title={part.href}
            target="_blank"
            rel="noopener noreferrer nofollow"
            className="underline underline-offset-2"
          >
            {part.text}
          </a>
        );
      })}
    </p>
  );
}
