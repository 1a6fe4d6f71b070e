import { PostgreSqlDriver, PostgreSqlPlatform } from '@mikro-orm/postgresql';

/** MikroORM's platform with array literals in which every element is quoted. */
class QuotingPlatform extends PostgreSqlPlatform {
  /** PostgreSQL reads an unquoted NULL as a null element. Source: PostgreSQL, "Array Input and Output Syntax". */
  override marshallArray(values: unknown[]): string {
    return `{${values.map((value) => `"${String(value).replaceAll(/[\\"]/g, '\\$&')}"`).join(',')}}`;
  }
}

/** MikroORM's driver for PostgreSQL, safe for any text in an array column. */
export class OrmDriver extends PostgreSqlDriver {
  protected override readonly platform = new QuotingPlatform();
}
