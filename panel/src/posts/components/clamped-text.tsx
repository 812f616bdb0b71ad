import { useId, useLayoutEffect, useRef, useState } from 'react';
import { classNames } from '../../ui/class-names.ts';
import { TextButton } from '../../ui/text-button.tsx';
import { postsStrings as strings } from '../posts.strings.ts';

/** A text clamped to three lines (specification, section 2), with a button for the rest if there is more. */
export function ClampedText({ text }: { readonly text: string | null | undefined }) {
  const paragraph = useRef<HTMLParagraphElement>(null);
  const paragraphId = useId();
  const [isOpen, setIsOpen] = useState(false);
  const [isCut, setIsCut] = useState(false);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another text has another height
  useLayoutEffect(() => {
    const element = paragraph.current;
    if (!element || isOpen) return;
    const measure = () => setIsCut(element.scrollHeight > element.clientHeight + 1);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [isOpen, text]);

  if (!text?.trim()) return null;
  return (
    <div className="flex flex-col items-start gap-0.5">
      <p
        ref={paragraph}
        id={paragraphId}
        dir="auto"
        className={classNames('wrap-anywhere w-full max-w-prose whitespace-pre-line', !isOpen && 'line-clamp-3')}
      >
        {text.trim()}
      </p>
      {(isCut || isOpen) && (
        <TextButton
          aria-expanded={isOpen}
          aria-controls={paragraphId}
          onClick={() => setIsOpen(!isOpen)}
          className="text-sm"
        >
          {isOpen ? strings.showLess : strings.showMore}
        </TextButton>
      )}
    </div>
  );
}
