import { ApiSchema } from '@nestjs/swagger';

@ApiSchema({ description: 'A tag with its number of transactions.' })
export class TagView {
  /** Name, spelled as first used or as last renamed. @example vacaciones */
  name!: string;
  /** Number of live transactions with the tag. */
  count!: number;
  /** Date of the latest live transaction; null if `count` is 0. */
  lastDate!: string | null;
}
