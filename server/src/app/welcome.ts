import type { Config } from './config.ts';
import type { DemoLogins } from './demo-logins.ts';

/** What a person reads in the terminal once the server listens. */
export function welcome(address: string, config: Config, demo: DemoLogins | null): string {
  const lines: [label: string, value: string][] = [['Panel', address]];
  if (config.apiDocs) lines.push(['API', `${address}/docs`]);
  if (demo) {
    lines.push(['Demo administrator', `${demo.admin.email} / ${demo.admin.password}`]);
    lines.push(['Demo app user', `${demo.user.email} / ${demo.user.password}`]);
  }
  const width = Math.max(...lines.map(([label]) => label.length));
  const body = lines.map(([label, value]) => `  ${label.padEnd(width)}  ${value}`);
  return ['', '  Hải Đăng is ready. Ctrl-C stops it.', '', ...body, '', ''].join('\n');
}

/** An address that a browser on this machine can open, also where the server listens on all of them. */
export function openableAddress(address: string): string {
  return address.replace('//0.0.0.0:', '//localhost:').replace('//[::]:', '//localhost:');
}
