import type { Principal } from './principal.js';

declare global {
  // eslint-disable-next-line @typescript-eslint/no-namespace -- the way in which Express lets requests be extended
  namespace Express {
    interface Request {
      /** The id that the request goes by in answers and in the log. */
      id: string;
      /** Who calls; set by the authentication before any handler runs. */
      caller: Principal;
      /** Whether it only asks what it would do. */
      isDryRun?: boolean;
      /** The body as it was sent, where it is JSON. */
      bodyBytes?: Buffer;
    }
  }
}
