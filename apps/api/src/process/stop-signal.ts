import type { Log } from '@app/kernel';

/** Calls `stop` on the first SIGTERM or SIGINT. Then exits with 0, or with 1 if `stop` fails. */
export function onStopSignal(log: Log, stop: () => Promise<void>): void {
  let stopping = false;
  const end = async (signal: string): Promise<void> => {
    if (stopping) return;
    stopping = true;
    log.info({ signal }, 'stopping');
    try {
      await stop();
      process.exit(0);
    } catch (error) {
      log.error({ err: error }, 'shutdown failed');
      process.exit(1);
    }
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void end(signal));
}
