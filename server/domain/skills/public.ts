import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { DamagedContent } from '../../lib/damaged-content.ts'
import { skillFiles, skillVersions } from '../../store/index.ts'
import type { Context } from '../context.ts'
import { archiveVersion } from './archive.ts'
import { requireContent } from './contents.ts'
import { mainFile } from './plan.ts'

/** Everyone on the internet can download the version with this label. */
const publicLabel = 'public'

/** What is downloaded: one file, or an archive of all files. */
type Download = { type: 'skill-md' | 'archive'; content: Uint8Array; sha256: string }
type Described = Pick<Download, 'type' | 'sha256'>

/** A skill for everyone. */
export type PublicSkill = Described & { name: string; description: string }

/** By the digest of a version, which names all of its bytes. */
const downloads = new LRUCache<string, Download>({
  maxSize: 32 * 1024 * 1024,
  sizeCalculation: ({ content }) => content.length + 500,
})
const descriptions = new LRUCache<string, Described>({ max: 10_000 })

/** `damaged`: the names of skills that the store has lost a file of. */
export type PublicSkills = { skills: PublicSkill[]; damaged: string[] }

/** The skills for everyone, of all workspaces. Of several with one name, only the oldest counts. */
export async function listPublicSkills({ store }: Pick<Context, 'store'>): Promise<PublicSkills> {
  const found: PublicSkills = { skills: [], damaged: [] }
  for (const version of await publicVersions({ store })) {
    const { name, description, digest } = version
    try {
      const { type, sha256 } = descriptions.get(digest) ?? (await download({ store }, version))
      found.skills.push({ name, description, type, sha256 })
    } catch (error) {
      // One skill that cannot be read does not hide the others.
      if (!(error instanceof DamagedContent)) throw error
      found.damaged.push(name)
    }
  }
  return found
}

/** One of them; undefined for a name that none has. */
export async function findPublicSkill(
  { store, skillUses }: Pick<Context, 'store' | 'skillUses'>,
  name: string,
): Promise<Download | undefined> {
  const found = (await publicVersions({ store })).find((one) => one.name === name)
  if (found === undefined) return undefined
  const downloaded = await download({ store }, found)
  const { workspaceId, pageId, version } = found
  skillUses.count({ workspaceId, pageId, version, userId: '', client: '' })
  return downloaded
}

async function publicVersions({
  store,
}: Pick<Context, 'store'>): Promise<skillVersions.LabelledVersion[]> {
  const byName = new Map<string, skillVersions.LabelledVersion>()
  for (const version of await skillVersions.forEveryone(store, publicLabel)) {
    if (!byName.has(version.name)) byName.set(version.name, version)
  }
  return [...byName.values()]
}

/** Packed once for each version. */
async function download(
  { store }: Pick<Context, 'store'>,
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
  descriptions.set(version.digest, { type, sha256 })
  return packed
}
