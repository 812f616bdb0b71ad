import type { Server } from 'node:http';

export function createBalancer(ports: readonly number[]): {
  server: Server;
  countReady(): Promise<number>;
  close(): void;
};
