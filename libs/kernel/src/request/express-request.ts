import type { Principal } from './principal.js';

declare global {
  // eslint-disable-next-line @typescript-eslint/no-namespace -- Express requires a namespace to extend requests
  namespace Express {
    interface Request {
      id: string;
      /** Authenticated caller, set before any handler runs. */
      caller: Principal;
      isDryRun?: boolean;
      isIntoClosed?: boolean;
      bodyBytes?: Buffer;
    }
  }
}
