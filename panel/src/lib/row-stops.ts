const CONTROL = 'a[href], button, input, select, textarea';
const STOP = `${CONTROL}, [role=row], [role=gridcell]`;

/**
 * What keys lead to in a row, in reading order: the row where it can have the focus itself, and then its controls. A cell
 * without one is a stop, so that a screen reader reads it.
 */
export function stopsIn(row: Element): HTMLElement[] {
  return [...row.querySelectorAll<HTMLElement>(STOP)].filter(
    (stop) => !(stop.matches(':disabled') || (stop.role === 'gridcell' && stop.querySelector(CONTROL))),
  );
}
