import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import { EXPORTED_WORKSPACE } from '@app/workspace';
import { EXPORT_FORMAT, EXPORT_VERSION } from './sections/export-document.js';
import { SECTIONS } from './sections/export-sections.query.js';
import { SECTION_DESCRIPTIONS } from './sections/section-descriptions.js';
import { rowSchema } from './sections/section-schema.js';

/** A complete export. The loop below adds a property for each section. */
@ApiSchema({ description: 'All data of a workspace.' })
export class ExportView {
  /** Identifier of the export format. */
  @ApiProperty({ enum: [EXPORT_FORMAT] })
  format!: string;
  /** Version of the export format. */
  @ApiProperty({ type: 'integer', minimum: EXPORT_VERSION, maximum: EXPORT_VERSION })
  version!: number;
  /** Settings of the workspace. */
  @ApiProperty({ ...rowSchema(EXPORTED_WORKSPACE), selfRequired: true })
  workspace!: object;
}

for (const table of SECTIONS) {
  const description = SECTION_DESCRIPTIONS[table.section]!;
  ApiProperty({ type: 'array', items: rowSchema(table), description })(ExportView.prototype, table.section);
}
