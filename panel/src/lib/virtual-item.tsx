import { createContext, use } from 'react';
import type { CustomItemComponentProps } from 'virtua';

export interface VirtualItems {
  /** Visible before they are measured; see RowFocus. */
  readonly keepMounted: readonly number[];
  /** The number of items; -1 while it is unknown. */
  readonly setSize?: number;
}

/** Context of a virtualizer's items. */
export const VirtualItems = createContext<VirtualItems>({ keepMounted: [] });

const itemOf = (Tag: 'div' | 'li') =>
  /**
   * The element that a virtualizer positions. Virtua hides an item until it has measured it, a frame later: an item
   * that is about to be focused must be visible at once, as a hidden element cannot be focused. Virtua also sets
   * pointer-events to none while the list scrolls and for 150 ms after it: clicks would be lost.
   */
  function Item({ ref, style, index, children }: CustomItemComponentProps) {
    const { keepMounted, setSize } = use(VirtualItems);
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

export const VirtualItem = itemOf('div');
/** The item as an `li`. */
export const VirtualListItem = itemOf('li');
