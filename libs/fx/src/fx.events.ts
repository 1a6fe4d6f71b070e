/** Rates arrived or changed, the earliest of them for this day: what was valued from that day on may be worth another amount. */
export class RatesChanged {
  constructor(readonly sinceDay: string) {}
}
