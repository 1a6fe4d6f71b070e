/** The first two columns of every key in this context. */
export interface ImportKey {
  readonly workspaceId: string;
  readonly importId: string;
}
