/** A key, as it is printed on the keyboard. */
export function KeyHint({ children, hidden }: { readonly children: string; readonly hidden?: boolean }) {
  return (
    <kbd
      aria-hidden={hidden}
      className="min-w-6 rounded-sm border border-line-strong bg-sunken px-1.5 py-0.5 text-center font-mono text-ink text-sm"
    >
      {children}
    </kbd>
  );
}
