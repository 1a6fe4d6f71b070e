/**
 * Rejects standbys once a primary has been used. After a failover, a proxy may still lead to the former primary, which
 * has old data (decision 0117). A process that has only used a standby may continue, such as a command that exports.
 */
export class StandbyGuard {
  private hasUsedPrimary = false;

  /** @param isStandby undefined if unknown, as behind a pooler */
  rejects(isStandby: boolean | undefined): boolean {
    if (isStandby === false) this.hasUsedPrimary = true;
    return isStandby === true && this.hasUsedPrimary;
  }
}
