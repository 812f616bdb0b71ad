/** Makes a function that calls `work` once, `ms` after the first of several calls. */
export function throttle(work: () => void, ms: number): { (): void; cancel: () => void } {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const soon = () => {
    timer ??= setTimeout(() => {
      timer = undefined;
      work();
    }, ms);
  };
  soon.cancel = () => {
    clearTimeout(timer);
    timer = undefined;
  };
  return soon;
}
