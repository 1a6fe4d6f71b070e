import type { Day } from '@app/kernel/pure';
import { dayNumber, Money } from '@app/kernel/pure';

export class DailyAmounts {
  private readonly amounts = new Map<number, Money>();
  private first = Infinity;
  private last = -Infinity;

  constructor(private readonly currency: string) {}

  add(date: Day, amount: Money): void {
    this.addOn(dayNumber(date), amount);
  }

  addAll(other: DailyAmounts): void {
    for (const [day, amount] of other.amounts) this.addOn(day, amount);
  }

  within({ start, end }: { readonly start: Day; readonly end: Day }): Money {
    let sum = Money.zero(this.currency);
    const last = Math.min(dayNumber(end), this.last);
    for (let day = Math.max(dayNumber(start), this.first); day <= last; day += 1) {
      const amount = this.amounts.get(day);
      if (amount) sum = sum.add(amount);
    }
    return sum;
  }

  private addOn(day: number, amount: Money): void {
    this.amounts.set(day, this.amounts.get(day)?.add(amount) ?? amount);
    this.first = Math.min(this.first, day);
    this.last = Math.max(this.last, day);
  }
}
