import { decodeBase64 } from '../../lib/base64.ts'
import { invalidInput } from '../../lib/errors.ts'
import { Type } from '../../lib/json/type.ts'
import * as fields from '../fields.ts'
import { operation } from '../operation.ts'
import { path } from './fields.ts'

const { exampleIds, pageId, workspaceId } = fields
/** All files of a skill. */
const maxFiles = 512
/** All bytes of a skill, in base64. */
const maxContentLength = Math.ceil((16 * 1024 * 1024) / 3) * 4

export const write = operation({
  method: 'POST',
  path: '/v1/skills/write-files',
  summary: 'Change files of a skill',
  description:
    'Changes the draft of a skill or agent by the files of its folder: the text and properties of its pages, new Markdown files as subpages, and attached files. Files that are left out stay. Those in `remove` go: pages to the trash, files are detached, and the draft then waits for a publication. A file that others have changed since is refused, and nothing is written. If you may publish the skill and nothing else waits for a publication, all of it is published together; otherwise publish the draft afterwards.',
  access: 'write',
  audience: 'people and keys',
  writes: true,
  proposes: true,
  bodyLimit: 32 * 1024 * 1024,
  input: Type.Object({
    workspaceId,
    pageId,
    files: Type.Array(
      Type.Object({
        path,
        content: Type.String({ maxLength: maxContentLength }),
        encoding: Type.Optional(
          fields.oneOf(['utf8', 'base64'], 'Of `content`; `utf8` by default.'),
        ),
        expectedSha256: Type.Unsafe<string | null>({
          type: ['string', 'null'],
          pattern: '^[0-9a-f]{64}$',
          description: 'SHA-256 of the file that you changed. Null for a new file.',
        }),
        isExecutable: Type.Optional(
          Type.Boolean({
            description:
              'Whether an attached file is executable. By default as before; a new one if it begins with `#!`.',
          }),
        ),
      }),
      { maxItems: maxFiles },
    ),
    remove: Type.Optional(
      Type.Array(
        Type.Object({
          path,
          expectedSha256: Type.String({
            pattern: '^[0-9a-f]{64}$',
            description: 'SHA-256 of the file that you removed.',
          }),
        }),
        { maxItems: maxFiles, description: 'Files to remove from the draft.' },
      ),
    ),
  }),
  output: Type.Object({
    files: Type.Array(
      Type.Object({
        path: Type.String(),
        change: fields.oneOf(['added', 'changed', 'same', 'removed'], 'What happened to it.'),
        sha256: Type.String({
          description: 'SHA-256 of the file in the draft, or of the one that was removed.',
        }),
      }),
    ),
  }),
  errors: ['PAGE_NOT_FOUND', 'NOT_FOUND', 'VERSION_CONFLICT', 'QUOTA_EXCEEDED', 'BUSY'],
  example: {
    workspaceId: exampleIds.workspace,
    pageId: exampleIds.skill,
    files: [{ path: 'references/style.md', content: 'Be brief.\n', expectedSha256: null }],
  },
  tool: { none: 'Agents edit the pages.' },
  run: async (context, { files, remove = [], ...page }) => {
    const { writeFiles } = await import('../../domain/skills/write-files.ts')
    const decoded = files.map(({ content, encoding, ...file }, index) => ({
      ...file,
      content: encoding === 'base64' ? bytesOf(content, index) : Buffer.from(content),
    }))
    return { files: await writeFiles(context, { ...page, files: decoded, remove }) }
  },
})

function bytesOf(content: string, index: number): Uint8Array {
  const bytes = decodeBase64(content)
  if (bytes !== undefined) return bytes
  const message = 'must be base64 text'
  throw invalidInput([{ path: `/files/${index}/content`, rule: 'format', message }])
}
