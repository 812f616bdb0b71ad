/** Light modules around a code, without which no camera finds it (ISO/IEC 18004, 5.3.8: four on each side). */
export const QUIET_ZONE_MODULES = 4;

interface Modules {
  readonly size: number;
  /** Whether a module is dark. */
  readonly get: (x: number, y: number) => boolean;
}

/**
 * The dark modules of a QR code as the path of an SVG whose unit is one module, its quiet zone included.
 * @returns one rectangle for each run of dark modules in a row
 */
export function qrCodePath({ size, get }: Modules): string {
  let path = '';
  for (let y = 0; y < size; y += 1) {
    let x = 0;
    while (x < size) {
      const start = x;
      while (x < size && get(x, y)) x += 1;
      const width = x - start;
      if (width > 0) path += `M${start + QUIET_ZONE_MODULES} ${y + QUIET_ZONE_MODULES}h${width}v1h-${width}z`;
      else x += 1;
    }
  }
  return path;
}
