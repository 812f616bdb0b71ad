import { type DragEvent, useEffect, useRef, useState } from 'react';

const hasFiles = ({ dataTransfer }: Pick<DragEvent, 'dataTransfer'>): boolean => dataTransfer.types.includes('Files');

/** A file dropped outside the drop zone would replace the panel in the tab. */
function rejectElsewhere(event: globalThis.DragEvent): void {
  if (event.defaultPrevented || !event.dataTransfer?.types.includes('Files')) return;
  event.preventDefault();
  event.dataTransfer.dropEffect = 'none';
}

/**
 * Accepts files dropped onto an element.
 * @param onFiles called with them
 * @returns whether files are dragged over it, and its event handlers
 */
export function useFileDrop(onFiles: (files: readonly File[]) => void) {
  /** The number of entered elements: entering a child fires before leaving its parent. */
  const depth = useRef(0);
  const [isOver, setIsOver] = useState(false);

  useEffect(() => {
    window.addEventListener('dragover', rejectElsewhere);
    window.addEventListener('drop', rejectElsewhere);
    return () => {
      window.removeEventListener('dragover', rejectElsewhere);
      window.removeEventListener('drop', rejectElsewhere);
    };
  }, []);

  function move(event: DragEvent, step: number): void {
    if (!hasFiles(event)) return;
    depth.current = Math.max(0, depth.current + step);
    setIsOver(depth.current > 0);
  }

  const listeners = {
    onDragEnter: (event: DragEvent) => move(event, 1),
    onDragLeave: (event: DragEvent) => move(event, -1),
    onDragOver(event: DragEvent) {
      if (!hasFiles(event)) return;
      event.preventDefault();
      event.dataTransfer.dropEffect = 'copy';
    },
    onDrop(event: DragEvent) {
      if (!hasFiles(event)) return;
      event.preventDefault();
      depth.current = 0;
      setIsOver(false);
      onFiles([...event.dataTransfer.files]);
    },
  };
  return { isOver, listeners };
}
