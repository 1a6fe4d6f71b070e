/** A workspace was made; the contexts put in what a new one starts with. */
export class WorkspaceCreated {
  constructor(readonly workspaceId: string) {}
}

/** The reporting currency changed; every stored base amount is to be computed anew. */
export class BaseCurrencyChanged {
  constructor(
    readonly from: string,
    readonly to: string,
  ) {}
}
