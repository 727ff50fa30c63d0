import { createHash } from 'node:crypto'
import { skillFiles, skillLabels, skillVersions, systemViewer } from '../../store/index.ts'
import type { Context } from '../context.ts'
import { archiveVersion } from './archive.ts'
import { mainFile } from './plan.ts'

/** Everyone on the internet can download the version with this label. */
const publicLabel = 'public'

/** A skill for everyone: one file, or an archive of its files. */
export type PublicSkill = {
  name: string
  description: string
  type: 'skill-md' | 'archive'
  content: Uint8Array
  sha256: string
}

type Described = { version: skillVersions.LabelledVersion; isOneFile: boolean }

/** The skills for everyone, of all workspaces. Of several with one name, only the oldest counts. */
export async function listPublicSkills({ store }: Pick<Context, 'store'>): Promise<PublicSkill[]> {
  const found: PublicSkill[] = []
  for (const version of await publicVersions({ store })) {
    found.push(await readPublic({ store }, await described({ store }, version)))
  }
  return found
}

/** One of them; undefined for a name that none has. */
export async function findPublicSkill(
  { store }: Pick<Context, 'store'>,
  name: string,
): Promise<PublicSkill | undefined> {
  const version = (await publicVersions({ store })).find((one) => one.name === name)
  return version && readPublic({ store }, await described({ store }, version))
}

async function publicVersions({
  store,
}: Pick<Context, 'store'>): Promise<skillVersions.LabelledVersion[]> {
  const byName = new Map<string, skillVersions.LabelledVersion>()
  const asked = { label: publicLabel, ownership: 'SKILL' } as const
  for (const workspaceId of await skillLabels.workspaces(store, publicLabel)) {
    for (const version of await skillVersions.labelled(store, systemViewer(workspaceId), asked)) {
      if (version.isValid === 1 && !byName.has(version.name)) byName.set(version.name, version)
    }
  }
  return [...byName.values()]
}

async function described(
  { store }: Pick<Context, 'store'>,
  version: skillVersions.LabelledVersion,
): Promise<Described> {
  const files = await skillFiles.list(store, version)
  return { version, isOneFile: files.length === 1 && files[0]?.path === mainFile }
}

async function readPublic(
  { store }: Pick<Context, 'store'>,
  { version, isOneFile }: Described,
): Promise<PublicSkill> {
  const { name, description } = version
  const content = isOneFile
    ? await mainOf({ store }, version)
    : await archiveVersion(store, version, { format: 'tar.gz', folder: undefined })
  const sha256 = createHash('sha256').update(content).digest('hex')
  return { name, description, type: isOneFile ? 'skill-md' : 'archive', content, sha256 }
}

async function mainOf(
  { store }: Pick<Context, 'store'>,
  version: skillVersions.LabelledVersion,
): Promise<Uint8Array> {
  const main = (await skillFiles.list(store, version)).find(({ path }) => path === mainFile)
  const { workspaceId } = version
  const content = main && (await skillFiles.content(store, { workspaceId, sha256: main.sha256 }))
  return content ?? new Uint8Array()
}
