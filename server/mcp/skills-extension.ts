import {
  ProtocolError,
  ProtocolErrorCode,
  type ReadResourceResult,
  type Resource,
  ResourceNotFoundError,
  type Result,
  type Server,
} from '@modelcontextprotocol/server'
import { mimeTypeOf } from '../domain/files/mime-types.ts'
import { countSkillUse, describeNextPages, listSkillPages, type SkillPage } from './skills.ts'
import type { McpRequest } from './transport/request.ts'

/**
 * The MCP Skills extension (SEP-2640). The class of the SDK serves one catalog for everyone, while each caller sees the
 * skills of a workspace that they can read.
 */

export const skillsExtension = { 'io.modelcontextprotocol/skills': { directoryRead: true } }

const scheme = 'skill://'
const mainFile = 'SKILL.md'
const directoryType = 'inode/directory'
/** Revisions from this one on have caching hints. */
const cachingRevision = '2026-07-28'
const cacheHint = { ttlMs: 0, cacheScope: 'private' } as const

const loadServe = () => import('../domain/skills/serve.ts')
const loadCompare = () => import('../domain/skills/compare.ts')

/** A skill with its path in the addresses of its files. */
type AddressedSkill = SkillPage & { path: string }

/** Wraps an answer with its errors. */
type Guard = <Answer>(work: () => Promise<Answer>) => Promise<Answer>

/** Adds the methods of the extension to the server of one request. */
export function serveSkills(server: Server, request: McpRequest, guard: Guard): void {
  const answer = async (work: () => Promise<Result>) => ({
    ...(await guard(work)),
    ...((server.getNegotiatedProtocolVersion() ?? '') >= cachingRevision ? cacheHint : {}),
  })
  server.setRequestHandler('skills/list', { params: paramsOf() }, ({ cursor }) =>
    answer(() => listEntries(request, cursor)),
  )
  server.setRequestHandler('skills/get', { params: paramsOf('uri') }, ({ uri = '' }) =>
    answer(async () => ({ skill: await getEntry(request, uri) })),
  )
  server.setRequestHandler(
    'resources/directory/read',
    { params: paramsOf('uri') },
    ({ uri = '' }) => answer(async () => ({ resources: await readDirectory(request, uri) })),
  )
}

type Params = { uri?: string; cursor?: string }
type ParamsSchema = {
  '~standard': {
    version: 1
    vendor: string
    validate: (value: unknown) => { value: Params } | { issues: { message: string }[] }
    types?: { input: Params; output: Params }
  }
}

/** A schema of the kind that the SDK takes: `cursor`, and what is required. */
function paramsOf(required?: 'uri'): ParamsSchema {
  const validate: ParamsSchema['~standard']['validate'] = (value) => {
    const { uri, cursor }: { uri?: unknown; cursor?: unknown } = Object(value ?? {})
    if (required === 'uri' && typeof uri !== 'string') {
      return { issues: [{ message: 'params.uri must be a string' }] }
    }
    if (cursor !== undefined && typeof cursor !== 'string') {
      return { issues: [{ message: 'params.cursor must be a string' }] }
    }
    return {
      value: {
        ...(typeof uri === 'string' && { uri }),
        ...(typeof cursor === 'string' && { cursor }),
      },
    }
  }
  return { '~standard': { version: 1, vendor: 'quire', validate } }
}

/** The skills that meet the specification. Of several with one name, the oldest has the plain path. */
async function listAddressed(request: McpRequest): Promise<AddressedSkill[]> {
  const taken = new Set<string>()
  const valid = (await listSkillPages(request, 'SKILL')).filter(({ isValid }) => isValid === 1)
  return valid.map((skill) => {
    const path = taken.has(skill.name) ? `${skill.id.slice(-12)}/${skill.name}` : skill.name
    taken.add(skill.name)
    return { ...skill, path }
  })
}

async function listEntries(
  request: McpRequest,
  cursor: string | undefined,
): Promise<{ skills: object[]; nextCursor?: string }> {
  const skills = await listAddressed(request)
  const paths = new Map(skills.map(({ id, path }) => [id, path]))
  const { described, ...more } = await describeNextPages(skills, cursor, (skill) =>
    entryOf(request, { ...skill, path: paths.get(skill.id) ?? skill.name }),
  )
  return { skills: described, ...more }
}

async function getEntry(request: McpRequest, uri: string): Promise<object> {
  const found = await findFile(request, uri)
  if (found === undefined || found.file !== mainFile) {
    throw invalid(`No skill is served at ${uri}. Call skills/list for all skills.`)
  }
  return entryOf(request, found.skill)
}

async function entryOf(request: McpRequest, skill: AddressedSkill): Promise<object> {
  const files = await filesOf(request, skill)
  const frontmatter: unknown = JSON.parse(skill.frontMatter)
  return {
    uri: uriOf(skill, mainFile),
    frontmatter,
    resources: files.map(({ path, sha256, size }) => ({
      uri: uriOf(skill, path),
      digest: `sha256:${sha256}`,
      size,
    })),
  }
}

async function filesOf({ context }: McpRequest, { workspaceId, id, version }: SkillPage) {
  const { listVersionFiles } = await loadServe()
  return listVersionFiles(context, { workspaceId, pageId: id, version })
}

/** Throws ResourceNotFoundError. */
export async function readSkillResource(
  request: McpRequest,
  uri: string,
): Promise<ReadResourceResult> {
  const found = await findFile(request, uri)
  if (found === undefined) throw new ResourceNotFoundError(uri)
  const { workspaceId, id: pageId, version } = found.skill
  const { readVersionFile } = await loadServe()
  const address = { workspaceId, pageId, version, path: found.file }
  const file = await readVersionFile(request.context, address)
  if (file === undefined) throw new ResourceNotFoundError(uri)
  if (file.row.sourceId === pageId) await countSkillUse(request, found.skill)
  const { textOf } = await loadCompare()
  const text = textOf(file.content)
  const mimeType = typeOf(found.file)
  return {
    contents: [
      text === undefined
        ? { uri, mimeType, blob: Buffer.from(file.content).toString('base64') }
        : { uri, mimeType, text },
    ],
  }
}

/** The direct children of a folder of a skill. */
async function readDirectory(request: McpRequest, uri: string): Promise<Resource[]> {
  const found = await findFile(request, uri.replace(/\/+$/, ''))
  const files = found === undefined ? [] : await filesOf(request, found.skill)
  const prefix = found === undefined || found.file === '' ? '' : `${found.file}/`
  const inside = files.filter(({ path }) => path.startsWith(prefix))
  if (found === undefined || inside.length === 0) {
    throw invalid(`${uri} is not a folder of a skill. Call skills/list for all skills.`)
  }
  const children = new Map<string, Resource>()
  for (const { path, size } of inside) {
    const [name = '', ...below] = path.slice(prefix.length).split('/')
    const childUri = uriOf(found.skill, prefix + name)
    children.set(
      name,
      below.length > 0
        ? { uri: childUri, name, mimeType: directoryType }
        : { uri: childUri, name, mimeType: typeOf(name), size },
    )
  }
  return [...children.values()]
}

/** The skill of an address, and the path of the file in it; '' for the skill itself. */
async function findFile(
  request: McpRequest,
  uri: string,
): Promise<{ skill: AddressedSkill; file: string } | undefined> {
  const path = decoded(uri)
  if (path === undefined) return undefined
  const skills = await listAddressed(request)
  const skill = skills.find((one) => path === one.path || path.startsWith(`${one.path}/`))
  return skill && { skill, file: path.slice(skill.path.length + 1) }
}

function decoded(uri: string): string | undefined {
  if (!uri.startsWith(scheme)) return undefined
  try {
    return decodeURIComponent(uri.slice(scheme.length))
  } catch {
    return undefined
  }
}

function uriOf({ path }: AddressedSkill, file: string): string {
  return scheme + [path, file].join('/').split('/').map(encodeURIComponent).join('/')
}

function typeOf(path: string): string {
  return path.endsWith('.md') ? 'text/markdown' : mimeTypeOf(path)
}

function invalid(message: string): ProtocolError {
  return new ProtocolError(ProtocolErrorCode.InvalidParams, message)
}
