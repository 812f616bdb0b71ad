import { correction, generate } from 'lean-qr/nano';
import { useMemo } from 'react';
import { accountStrings as strings } from '../account.strings.ts';

/** The quiet zone of light modules around a code, which scanners require (ISO/IEC 18004, 5.3.8: four on each side). */
export const QUIET_ZONE_MODULES = 4;

interface Modules {
  readonly size: number;
  /** Whether a module is dark. */
  readonly get: (x: number, y: number) => boolean;
}

/**
 * The dark modules of a QR code as an SVG path whose unit is one module, offset by the quiet zone.
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

/**
 * A text as a QR code that fills its container. Black on white in the dark theme too: scanners expect dark on light.
 */
export function QrCode({ text }: { readonly text: string }) {
  const { path, size } = useMemo(() => {
    const code = generate(text, { minCorrectionLevel: correction.M });
    return { path: qrCodePath(code), size: code.size + 2 * QUIET_ZONE_MODULES };
  }, [text]);
  return (
    <svg role="img" aria-label={strings.qrCode} viewBox={`0 0 ${size} ${size}`} shapeRendering="crispEdges">
      <path fill="#fff" d={`M0 0h${size}v${size}H0z`} />
      <path fill="#000" d={path} />
    </svg>
  );
}
