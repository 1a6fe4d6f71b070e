import { ApiSchema } from '@nestjs/swagger';
import { Field } from '@app/kernel';
import { tagName } from './tag-name.js';

@ApiSchema({ description: 'New name of a tag.' })
export class RenameTagRequest {
  /** New name or spelling. The name of another tag merges the two tags. */
  @Field(tagName())
  name!: string;
}
