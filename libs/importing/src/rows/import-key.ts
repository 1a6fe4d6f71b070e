export interface ImportKey {
  readonly workspaceId: string;
  readonly importId: string;
}
