import { ApiSchema } from '@nestjs/swagger';

@ApiSchema({ description: 'A tag, with how many transactions have it.' })
export class TagView {
  /** As the workspace spelled it first, or renamed it since. */
  name!: string;
  /** How many live transactions have it. */
  count!: number;
  /** The latest day of those; null where there are none. */
  lastDate!: string | null;
}
