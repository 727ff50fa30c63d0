import { Type } from '../../lib/json/type.ts'
import * as fields from '../fields.ts'
import { operation } from '../operation.ts'
import { finding } from './fields.ts'

const { exampleIds, workspaceId } = fields

export const preview = operation({
  method: 'POST',
  path: '/v1/skills/preview-import',
  summary: 'Preview an import of skills',
  description:
    'Returns the skills and agents that `/v1/skills/import` would create from a ZIP archive that was uploaded, with their files and what the check finds. Nothing is stored.',
  access: 'write',
  audience: 'people and keys',
  input: Type.Object({ workspaceId, fileId: fields.id('ID of the archive.') }),
  output: Type.Object({
    skills: Type.Array(
      Type.Object({
        name: Type.String(),
        ownership: fields.oneOf(['SKILL', 'AGENT'], 'Skill or agent.'),
        files: Type.Array(
          Type.Object({
            path: Type.String(),
            size: Type.Integer({ description: 'Size in bytes.' }),
            isExecutable: Type.Boolean(),
            sha256: Type.String({ description: 'SHA-256 of the file as the draft will have it.' }),
          }),
        ),
        findings: Type.Array(finding),
      }),
    ),
  }),
  errors: ['FILE_NOT_FOUND'],
  example: { workspaceId: exampleIds.workspace, fileId: exampleIds.archive },
  tool: { none: 'The list of tools is full; agents call the REST operation.' },
  run: async (context, { fileId }) => {
    const { previewImport } = await import('../../domain/skills/import-preview.ts')
    return { skills: await previewImport(context, fileId) }
  },
})
