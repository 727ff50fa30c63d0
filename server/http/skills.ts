import { create as contentDisposition } from 'content-disposition'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Caller, Context } from '../domain/context.ts'
import { enterWorkspace } from '../domain/people/access.ts'
import type { PublicSkill } from '../domain/skills/public.ts'
import { AppError } from '../lib/errors.ts'
import { Type } from '../lib/json/type.ts'
import * as fields from '../operations/fields.ts'
import { createParser } from '../operations/parse.ts'
import { choice } from '../operations/skills/fields.ts'
import { requireCaller } from './identity/authentication.ts'
import { anonymousCaller } from './identity/browser-request.ts'

const archiveTypes = { zip: 'application/zip', 'tar.gz': 'application/gzip' } as const

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
const policy = "default-src 'none'; sandbox"
const publicMaxAgeSeconds = 60
/** https://github.com/cloudflare/agent-skills-discovery-rfc */
const indexSchema = 'https://schemas.agentskills.io/discovery/0.2.0/schema.json'
const publicFolder = '/.well-known/agent-skills'

const loadArchive = () => import('../domain/skills/archive.ts')
const loadPublic = () => import('../domain/skills/public.ts')
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
        .header('content-security-policy', policy)
        .header('cache-control', 'no-store')
        .header('x-skill-version', String(version.version))
        .header('x-skill-digest', version.digest)
        .send(content)
    },
  )
}

/** The skills for everyone: those with a version that is labelled `public`. */
export function routePublicSkills(
  server: FastifyInstance,
  contextFor: (caller: Caller) => Context,
): void {
  const context = () => contextFor(anonymousCaller)
  const open = { config: { open: true } }
  server.get(`${publicFolder}/index.json`, open, async (request, reply) => {
    const { listPublicSkills } = await loadPublic()
    const { skills, damaged } = await listPublicSkills(context())
    if (damaged.length > 0)
      request.log.error({ skills: damaged }, 'public skills left out because a file is lost')
    return answer(reply, 'application/json; charset=utf-8').send(
      JSON.stringify({ $schema: indexSchema, skills: skills.map(entryOf) }),
    )
  })
  server.get<{ Params: { file: string } }>(`${publicFolder}/:file`, open, (request, reply) => {
    const [, name] = /^(.+)\.tar\.gz$/.exec(request.params.file) ?? []
    return sendPublic(reply, context(), name, 'archive')
  })
  server.get<{ Params: { name: string } }>(
    `${publicFolder}/:name/SKILL.md`,
    open,
    (request, reply) => sendPublic(reply, context(), request.params.name, 'skill-md'),
  )
}

async function sendPublic(
  reply: FastifyReply,
  context: Context,
  name: string | undefined,
  type: PublicSkill['type'],
): Promise<FastifyReply> {
  const { findPublicSkill } = await loadPublic()
  const skill = name === undefined ? undefined : await findPublicSkill(context, name)
  if (skill === undefined || skill.type !== type) {
    const message = `There is no public skill here. ${publicFolder}/index.json lists them.`
    throw new AppError('NOT_FOUND', message)
  }
  const mimeType = type === 'archive' ? archiveTypes['tar.gz'] : 'text/markdown; charset=utf-8'
  return answer(reply, mimeType).send(Buffer.from(skill.content))
}

function entryOf({ name, description, type, sha256 }: PublicSkill) {
  const file = type === 'archive' ? `${name}.tar.gz` : `${name}/SKILL.md`
  return { name, type, description, url: `${publicFolder}/${file}`, digest: `sha256:${sha256}` }
}

function answer(reply: FastifyReply, type: string): FastifyReply {
  return reply
    .type(type)
    .header('content-security-policy', policy)
    .header('access-control-allow-origin', '*')
    .header('cache-control', `public, max-age=${publicMaxAgeSeconds}`)
}

/** The name of a folder on every system. */
function folderName(name: string): string {
  return name.replaceAll(/[^\p{L}\p{N}._-]+/gu, '-').replace(/^[.-]+/, '') || 'skill'
}
