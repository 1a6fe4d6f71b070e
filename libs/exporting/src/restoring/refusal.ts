/** A file that cannot be brought back, or a workspace that it cannot be brought back into; the message says why. */
export class ExportRefused extends Error {}
