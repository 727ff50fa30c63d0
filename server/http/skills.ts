import { create as contentDisposition } from 'content-disposition'
import type { FastifyInstance } from 'fastify'
import type { Caller, Context } from '../domain/context.ts'
import { enterWorkspace } from '../domain/people/access.ts'
import { Type } from '../lib/json/type.ts'
import * as fields from '../operations/fields.ts'
import { createParser } from '../operations/parse.ts'
import { choice } from '../operations/skills/fields.ts'
import { requireCaller } from './identity/authentication.ts'

export const archiveTypes = { zip: 'application/zip', 'tar.gz': 'application/gzip' } as const

const parse = createParser(
  Type.Object({
    workspaceId: fields.workspaceId,
    pageId: fields.pageId,
    version: Type.Optional(Type.String({ pattern: '^[1-9][0-9]{0,8}$' })),
    label: choice.label,
    format: Type.Optional(fields.oneOf(['zip', 'tar.gz'], 'Of the archive.')),
  }),
)
/** Not to be shown here, where it would be of this origin. */
export const downloadPolicy = "default-src 'none'; sandbox"

const loadArchive = () => import('../domain/skills/archive.ts')
const loadServe = () => import('../domain/skills/serve.ts')

/** The files of a version of a skill as one archive. */
export function routeSkills(
  server: FastifyInstance,
  contextFor: (caller: Caller) => Context,
): void {
  server.get(
    '/v1/skills/archive',
    { config: { audience: 'people and keys' } },
    async (request, reply) => {
      const caller = requireCaller(request)
      const { version: number, label, format: asked, ...input } = parse(request.query)
      const workspaceId = String(input['workspaceId'])
      const context = await enterWorkspace(contextFor(caller), workspaceId, 'read')
      const { requireVersion } = await loadServe()
      const address = { workspaceId, pageId: String(input['pageId']) }
      const version = await requireVersion(context, {
        ...address,
        ...(typeof number === 'string' && { version: Number(number) }),
        ...(typeof label === 'string' && { label }),
      })
      const { archiveVersion } = await loadArchive()
      const { countUse } = await import('../domain/skills/use/count-use.ts')
      const format = asked === 'tar.gz' ? 'tar.gz' : 'zip'
      const folder = folderName(version.name)
      const content = await archiveVersion(
        context.store,
        { ...address, version: version.version },
        { format, folder },
      )
      countUse(context, { ...address, version: version.version })
      return reply
        .type(archiveTypes[format])
        .header('content-disposition', contentDisposition(`${folder}.${format}`))
        .header('content-security-policy', downloadPolicy)
        .header('cache-control', 'no-store')
        .header('x-skill-version', String(version.version))
        .header('x-skill-digest', version.digest)
        .send(content)
    },
  )
}

/** The name of a folder on every system. */
function folderName(name: string): string {
  return name.replaceAll(/[^\p{L}\p{N}._-]+/gu, '-').replace(/^[.-]+/, '') || 'skill'
}
