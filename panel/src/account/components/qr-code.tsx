import { correction, generate } from 'lean-qr/nano';
import { useMemo } from 'react';
import { accountStrings as strings } from '../account.strings.ts';
import { QUIET_ZONE_MODULES, qrCodePath } from '../qr-code-path.ts';

/** A text as a QR code that fills its place. Black on white in the dark too: cameras look for dark on light. */
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
