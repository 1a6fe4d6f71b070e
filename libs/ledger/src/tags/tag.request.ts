import { ApiSchema } from '@nestjs/swagger';
import { Field } from '@app/kernel';
import { tagName } from './tag-name.js';

@ApiSchema({ description: 'The new name of a tag.' })
export class RenameTagRequest {
  /** Another spelling of its own, a new name, or that of another tag, which it becomes one with. */
  @Field(tagName())
  name!: string;
}
