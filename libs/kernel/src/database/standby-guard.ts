/**
 * Rejects standbys after the process has used a primary. After a failover, a proxy may still lead to the former
 * primary, which has old data (decision 0087). A process that has used only a standby may continue, for example a
 * command that exports.
 */
export class StandbyGuard {
  private hasUsedPrimary = false;

  /** @param isStandby undefined if unknown, as behind a pooler */
  rejects(isStandby: boolean | undefined): boolean {
    if (isStandby === false) this.hasUsedPrimary = true;
    return isStandby === true && this.hasUsedPrimary;
  }
}
