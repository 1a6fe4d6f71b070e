export class ExportRefused extends Error {}
