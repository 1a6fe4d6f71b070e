import { PostgreSqlDriver, PostgreSqlPlatform } from '@mikro-orm/postgresql';

class QuotingPlatform extends PostgreSqlPlatform {
  /**
   * Quotes every element, because PostgreSQL reads an unquoted NULL as a null element. Source: PostgreSQL
   * documentation, "Array Input and Output Syntax".
   */
  override marshallArray(values: unknown[]): string {
    return `{${values.map((value) => `"${String(value).replaceAll(/[\\"]/g, '\\$&')}"`).join(',')}}`;
  }
}

export class OrmDriver extends PostgreSqlDriver {
  protected override readonly platform = new QuotingPlatform();
}
