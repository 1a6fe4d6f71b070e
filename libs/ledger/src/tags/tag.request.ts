import { ApiSchema } from '@nestjs/swagger';
import { Field } from '@app/kernel';
import { tagName } from './tag-name.js';

@ApiSchema({ description: 'New name of a tag.' })
export class RenameTagRequest {
  /** New name or spelling. If another tag already has this name, the two become one. */
  @Field(tagName())
  name!: string;
}
