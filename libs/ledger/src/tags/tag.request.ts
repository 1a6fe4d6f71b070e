import { Field } from '@app/kernel';
import { tagName } from './tag-name.js';

export class RenameTagRequest {
  /** Another spelling of its own, a new name, or that of another tag, which it becomes one with. */
  @Field(tagName())
  name!: string;
}
