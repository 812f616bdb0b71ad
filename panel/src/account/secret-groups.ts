const GROUP_CHARS = 4;

/** A secret in groups that one can read off and type: 'ABCD EFGH IJ'. */
export function groupSecret(secret: string): string {
  return secret.replace(new RegExp(`(.{${GROUP_CHARS}})(?=.)`, 'g'), '$1 ');
}
