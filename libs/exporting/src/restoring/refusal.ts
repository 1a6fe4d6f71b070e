/** The message tells the operator why the file cannot be restored. */
export class ExportRefused extends Error {}
