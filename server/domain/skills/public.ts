import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { DamagedContent } from '../../lib/damaged-content.ts'
import { skillFiles, skillVersions } from '../../store/index.ts'
import type { Context } from '../context.ts'
import { archiveVersion } from './archive.ts'
import { requireContent } from './contents.ts'
import { mainFile } from './plan.ts'
import { countAnonymousUse } from './use/count-use.ts'

/** Everyone on the internet can download the version with this label. */
const publicLabel = 'public'

/** What is downloaded: one file, or an archive of all files. */
type Download = { type: 'skill-md' | 'archive'; content: Uint8Array; sha256: string }
type Described = Pick<Download, 'type' | 'sha256'> & { files: readonly string[] }

/** A skill that is served without an account, with the paths of its files. */
export type PublicSkill = Described & { name: string; description: string }

/** By the digest of a version, which names all of its bytes. */
const downloads = new LRUCache<string, Download>({
  maxSize: 32 * 1024 * 1024,
  sizeCalculation: ({ content }) => content.length + 500,
})
const descriptions = new LRUCache<string, Described>({ max: 10_000 })

type Reading = Pick<Context, 'store'>
type Serving = Pick<Context, 'store' | 'skillUses'>
type Served = readonly skillVersions.LabelledVersion[]

/** `damaged`: the names of skills that the store has lost a file of. */
export type PublicSkills = { skills: PublicSkill[]; damaged: string[] }

/** The versions for everyone, of all workspaces. */
export function publicVersions({ store }: Reading): Promise<skillVersions.LabelledVersion[]> {
  return skillVersions.forEveryone(store, publicLabel)
}

/** Versions as an index lists them. Of several with one name, only the oldest counts. */
export async function describeVersions(context: Reading, served: Served): Promise<PublicSkills> {
  const found: PublicSkills = { skills: [], damaged: [] }
  for (const version of oldestOf(served)) {
    const { name, description, digest } = version
    try {
      const known = descriptions.get(digest) ?? (await describeVersion(context, version))
      found.skills.push({ name, description, ...known })
    } catch (error) {
      // One skill that cannot be read does not hide the others.
      if (!(error instanceof DamagedContent)) throw error
      found.damaged.push(name)
    }
  }
  return found
}

/** The archive of one of the versions; undefined for a name that none has, and for a skill of one file. */
export async function findArchive(
  context: Serving,
  served: Served,
  name: string,
): Promise<Uint8Array | undefined> {
  const version = oldestOf(served).find((one) => one.name === name)
  if (version === undefined) return undefined
  const { type, content } = await packVersion(context, version)
  if (type !== 'archive') return undefined
  countAnonymousUse(context, version)
  return content
}

/** One file of one of the versions; undefined for a path that it does not have. */
export async function findFile(
  context: Serving,
  served: Served,
  { name, path }: { name: string; path: string },
): Promise<Uint8Array | undefined> {
  const version = oldestOf(served).find((one) => one.name === name)
  const files = version === undefined ? [] : await skillFiles.list(context.store, version)
  const row = files.find((file) => file.path === path)
  if (version === undefined || row === undefined) return undefined
  const { workspaceId } = version
  const content = await requireContent(context.store, { workspaceId, sha256: row.sha256 })
  if (path === mainFile) countAnonymousUse(context, version)
  return content
}

function oldestOf(served: Served): skillVersions.LabelledVersion[] {
  const byName = new Map<string, skillVersions.LabelledVersion>()
  for (const version of served) {
    if (!byName.has(version.name)) byName.set(version.name, version)
  }
  return [...byName.values()]
}

async function describeVersion(
  context: Reading,
  version: skillVersions.LabelledVersion,
): Promise<Described> {
  const { type, sha256 } = await packVersion(context, version)
  const files = (await skillFiles.list(context.store, version)).map(({ path }) => path)
  const described: Described = { type, sha256, files }
  descriptions.set(version.digest, described)
  return described
}

/** Packed once for each version. */
async function packVersion(
  { store }: Reading,
  version: skillVersions.LabelledVersion,
): Promise<Download> {
  const known = downloads.get(version.digest)
  if (known !== undefined) return known
  const [main, ...others] = await skillFiles.list(store, version)
  const isOneFile = main?.path === mainFile && others.length === 0
  const { workspaceId } = version
  const content = isOneFile
    ? await requireContent(store, { workspaceId, sha256: main.sha256 })
    : await archiveVersion(store, version, { format: 'tar.gz', folder: undefined })
  const type = isOneFile ? 'skill-md' : 'archive'
  const sha256 = createHash('sha256').update(content).digest('hex')
  const packed: Download = { type, content, sha256 }
  downloads.set(version.digest, packed)
  return packed
}
