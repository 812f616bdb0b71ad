export function startRedis(dir: string): Promise<{ url: string; stop(): Promise<void> }>;
