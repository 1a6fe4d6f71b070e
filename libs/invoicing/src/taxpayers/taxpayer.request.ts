import { ApiSchema } from '@nestjs/swagger';
import { Field, text } from '@app/kernel';

@ApiSchema({ description: 'Name of a taxpayer.' })
export class PutTaxpayerRequest {
  /** Name for display. Invoices have the legal name. @example Berenice Ximo */
  @Field(text(1, 250))
  name!: string;
}
