interface HeaderNoticeProps {
  readonly text: string;
  /** Shown on narrow screens instead of the text, which is still read out; on the narrowest there is room for the action alone. */
  readonly shortText: string;
  readonly action: string;
  readonly onAction: () => void;
}

/** A notice of the header about the connection, with the one thing to do about it. */
export function HeaderNotice({ text, shortText, action, onAction }: HeaderNoticeProps) {
  return (
    <div className="flex items-center rounded-md bg-amber-soft px-2 text-amber-ink text-xs">
      <p>
        <span className="mr-3 max-sm:sr-only">{text}</span>
        <span aria-hidden="true" className="mr-3 max-[24rem]:hidden sm:hidden">
          {shortText}
        </span>
      </p>
      <button
        type="button"
        title={text}
        onClick={onAction}
        className="min-h-6 cursor-pointer whitespace-nowrap rounded-sm font-semibold underline underline-offset-2"
      >
        {action}
      </button>
    </div>
  );
}
