import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Caller, Context } from '../domain/context.ts'
import type { PublicSkill } from '../domain/skills/public.ts'
import { AppError } from '../lib/errors.ts'
import type { skillVersions } from '../store/index.ts'
import { anonymousCaller } from './identity/browser-request.ts'
import { archiveTypes, downloadPolicy } from './skills.ts'

/** https://github.com/cloudflare/agent-skills-discovery-rfc */
const indexSchema = 'https://schemas.agentskills.io/discovery/0.2.0/schema.json'
const folder = '/.well-known/agent-skills'
const publicMaxAgeSeconds = 60
const open = { config: { open: true } }

const loadLinked = () => import('../domain/skills/links/linked.ts')
const loadPublic = () => import('../domain/skills/public.ts')

/** What is served at an address: the versions, the address of the folder, and how long proxies may keep it. */
type Shelf = {
  context: Context
  versions: skillVersions.LabelledVersion[]
  folder: string
  cacheControl: string
}
type Named = { token: string; file: string; name: string; '*': string }
type OpenShelf = (params: Partial<Named>) => Promise<Shelf>

/** Skills without an account: those with a version that is labelled `public`, and those of a skill link. */
export function routePublicSkills(
  server: FastifyInstance,
  contextFor: (caller: Caller) => Context,
): void {
  const context = () => contextFor(anonymousCaller)
  routeShelf(server, folder, async () => {
    const { publicVersions } = await loadPublic()
    const versions = await publicVersions(context())
    const cacheControl = `public, max-age=${publicMaxAgeSeconds}`
    return { context: context(), versions, folder, cacheControl }
  })
  routeShelf(server, `/skill-links/:token${folder}`, async ({ token = '' }) => {
    const { listLinked } = await loadLinked()
    const versions = await listLinked(context(), token)
    if (versions === undefined) throw new AppError('NOT_FOUND', linkEnded)
    const own = `/skill-links/${token}${folder}`
    return { context: context(), versions, folder: own, cacheControl: 'private, no-store' }
  })
}

const linkEnded =
  'This link does not work. It is incomplete, has expired or was revoked. Ask the sender for a new one.'

function routeShelf(server: FastifyInstance, path: string, openShelf: OpenShelf): void {
  type Route = { Params: Partial<Named> }
  server.get<Route>(`${path}/index.json`, open, async ({ params, log }, reply) => {
    const shelf = await openShelf(params)
    const { describeVersions } = await loadPublic()
    const { skills, damaged } = await describeVersions(shelf.context, shelf.versions)
    if (damaged.length > 0) log.error({ skills: damaged }, 'skills left out because a file is lost')
    const listed = skills.map((skill) => entryOf(skill, shelf.folder))
    return answer(reply, shelf, 'application/json; charset=utf-8').send(
      JSON.stringify({ $schema: indexSchema, skills: listed }),
    )
  })
  server.get<Route>(`${path}/:file`, open, async ({ params }, reply) => {
    const shelf = await openShelf(params)
    const [, name] = /^(.+)\.tar\.gz$/.exec(params.file ?? '') ?? []
    const { findArchive } = await loadPublic()
    const content =
      name === undefined ? undefined : await findArchive(shelf.context, shelf.versions, name)
    if (content === undefined) throw notHere(shelf)
    return answer(reply, shelf, archiveTypes['tar.gz']).send(Buffer.from(content))
  })
  server.get<Route>(`${path}/:name/*`, open, async ({ params }, reply) => {
    const shelf = await openShelf(params)
    const { name = '', '*': file = '' } = params
    const { findFile } = await loadPublic()
    const content = await findFile(shelf.context, shelf.versions, { name, path: file })
    if (content === undefined) throw notHere(shelf)
    const isMarkdown = file.toLowerCase().endsWith('.md')
    const type = isMarkdown ? 'text/markdown; charset=utf-8' : 'application/octet-stream'
    return answer(reply, shelf, type).send(Buffer.from(content))
  })
}

function notHere({ folder: here }: Shelf): AppError {
  return new AppError('NOT_FOUND', `There is no such skill here. ${here}/index.json lists them.`)
}

/** `files` is what clients of discovery 0.1 read. */
function entryOf({ name, description, type, sha256, files }: PublicSkill, at: string) {
  const file = type === 'archive' ? `${name}.tar.gz` : `${name}/SKILL.md`
  return { name, type, description, url: `${at}/${file}`, digest: `sha256:${sha256}`, files }
}

function answer(reply: FastifyReply, { cacheControl }: Shelf, type: string): FastifyReply {
  return reply
    .type(type)
    .header('content-security-policy', downloadPolicy)
    .header('access-control-allow-origin', '*')
    .header('cache-control', cacheControl)
}
