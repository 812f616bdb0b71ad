const CONTROL = 'a[href], button, input, select, textarea';
const STOP = `${CONTROL}, [role=row], [role=gridcell]`;

/**
 * The elements that keys focus in a row, in reading order: the row itself where it is focusable, its controls, and the
 * cells without a control, so that a screen reader can read them.
 */
export function focusablesIn(row: Element): HTMLElement[] {
  return [...row.querySelectorAll<HTMLElement>(STOP)].filter(
    (stop) => !(stop.matches(':disabled') || (stop.role === 'gridcell' && stop.querySelector(CONTROL))),
  );
}
