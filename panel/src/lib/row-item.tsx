import { createContext, use } from 'react';
import type { CustomItemComponentProps } from 'virtua';

export interface PlacedRows {
  /** See RowFocus. */
  readonly keepMounted: readonly number[];
  /** How many items a list has; -1 where nobody knows. */
  readonly setSize?: number;
}

/** What the items of a virtualizer know of the whole. */
export const PlacedRows = createContext<PlacedRows>({ keepMounted: [] });

const itemOf = (Tag: 'div' | 'li') =>
  /**
   * What a virtualizer places a row with. It hides a row until it has measured it, a frame later: one that is about to
   * take the focus must be seen at once, for nothing hidden can have it. And from the beginning of a scroll until 150 ms
   * after it, be it by wheel or by a focus that moved, it lets nothing be pressed: a press would be lost without a word.
   */
  function Item({ ref, style, index, children }: CustomItemComponentProps) {
    const { keepMounted, setSize } = use(PlacedRows);
    return (
      <Tag
        ref={ref}
        data-index={index}
        aria-setsize={setSize}
        aria-posinset={setSize && index + 1}
        style={keepMounted.includes(index) ? { ...style, visibility: 'visible' } : style}
        className="pointer-events-auto"
      >
        {children}
      </Tag>
    );
  };

export const RowItem = itemOf('div');
/** The same among the items of a `ul`. */
export const ListRowItem = itemOf('li');
