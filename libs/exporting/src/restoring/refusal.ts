/** The message explains to the operator why the file cannot be restored. */
export class ExportRefused extends Error {}
