import { QuireError } from '../../errors.ts'
import type { Session } from '../command.ts'
import { CommandError, exitCodes } from '../exit-codes.ts'
import { repeatable } from '../session.ts'
import { digestOf } from './lock-file.ts'
import { requireDistinct, requireSafeName } from './names.ts'

/** The version of a skill or an agent that agents are served. */
export type SkillPage = {
  id: string
  title: string
  name: string
  version: number
  /** Where its files are written: a skill has a folder with its name, an agent is one file. */
  folder: readonly string[]
}
export type SkillFile = { bytes: Uint8Array; isExecutable: boolean }
/** Files by their path in the folder of the skill. */
export type Skill = SkillPage & { files: ReadonlyMap<string, SkillFile> }

const maxNameLength = 64
/** Those of the server. */
const maxFiles = 512
const maxBytes = 16 * 1024 * 1024

/**
 * The published skills, or agents, of the workspace, oldest first. Of several with the same name, the oldest has the
 * plain one, so that a new skill never takes the folder of another. Agents after the first are left out. With a label, the
 * versions that have it, and of others what agents are served.
 */
export async function listSkillPages(
  session: Session,
  {
    ownership = 'SKILL',
    label,
  }: { ownership?: 'SKILL' | 'AGENT'; label?: string | undefined } = {},
): Promise<SkillPage[]> {
  const input = { workspaceId: await session.workspaceId(), ownership }
  const { skills } = await session.client.skills.list(input, repeatable())
  const used = new Set<string>()
  const found: SkillPage[] = []
  for (const { id, title, served } of skills.toSorted((a, b) => (a.id < b.id ? -1 : 1))) {
    const chosen = (label === undefined ? null : await readLabelled(session, id, label)) ?? served
    if (chosen === null) continue
    const plain = chosen.name
    if (ownership === 'AGENT' && used.has(plain)) continue
    const ending = `-${id.slice(-12)}`
    const name = used.has(plain) ? plain.slice(0, maxNameLength - ending.length) + ending : plain
    used.add(name)
    const folder = ownership === 'AGENT' ? [] : [name]
    found.push({ id, title, name, version: chosen.version, folder })
  }
  return found
}

/** Null for a skill without a version that has the label. */
async function readLabelled(
  { client, workspaceId }: Session,
  pageId: string,
  label: string,
): Promise<{ name: string; version: number } | null> {
  const input = { workspaceId: await workspaceId(), pageId, label }
  try {
    const { name, version } = await client.skills.files(input, repeatable())
    return version === null ? null : { name, version }
  } catch (error) {
    if (error instanceof QuireError && error.code === 'VERSION_NOT_FOUND') return null
    throw error
  }
}

/** Throws NAME_UNSAFE. A skill is never a hidden folder, which other programs read. */
function requireSkillName(name: string): void {
  requireSafeName(name)
  if (!name.startsWith('.')) return
  throw new CommandError(
    `The skill ${JSON.stringify(name)} cannot be written: its name begins with a period. Rename it.`,
    'NAME_UNSAFE',
  )
}

/** Throws SKILL_TOO_LARGE before the files are read. */
function requireSmall(name: string, files: readonly { size: number }[]): void {
  const bytes = files.reduce((sum, { size }) => sum + Math.max(0, size), 0)
  if (files.length <= maxFiles && bytes <= maxBytes) return
  throw new CommandError(
    `${name} has more than ${maxFiles} files or ${maxBytes / 1024 / 1024} MiB. Quire publishes no skill of that size.`,
    'SKILL_TOO_LARGE',
  )
}

/** Throws SKILL_NOT_FOUND. */
export function chooseSkills(pages: readonly SkillPage[], wanted: readonly string[]): SkillPage[] {
  const missing = wanted.find((name) => !pages.some((page) => page.name === name))
  if (missing !== undefined)
    throw new CommandError(
      `The workspace has no skill ${JSON.stringify(missing)}. Run quire skills list for their names.`,
      'SKILL_NOT_FOUND',
      exitCodes.missing,
    )
  return pages.filter(({ name }) => wanted.length === 0 || wanted.includes(name))
}

/** A skill that cannot be written, and why. */
export type SkippedSkill = { id: string; name: string; reason: string }

/**
 * The published files of skills, without the skills that have a name no folder can have: one of them does not keep the
 * others from being pulled. Throws NAME_UNSAFE and NAME_CLASH for a skill in `words`, or if nothing else is left, and
 * SKILL_TOO_LARGE, FILE_DAMAGED.
 */
export async function readSkills(
  session: Session,
  pages: readonly SkillPage[],
  words: readonly string[],
): Promise<{ skills: Skill[]; skipped: SkippedSkill[] }> {
  const skills: Skill[] = []
  const skipped: SkippedSkill[] = []
  for (const page of pages) {
    try {
      skills.push(await readSkill(session, page))
    } catch (error) {
      const isOfNames =
        error instanceof CommandError && ['NAME_UNSAFE', 'NAME_CLASH'].includes(error.code)
      const isLast = skills.length === 0 && skipped.length === pages.length - 1
      if (!isOfNames || isLast || words.includes(page.name)) throw error
      skipped.push({ id: page.id, name: page.name, reason: error.message })
    }
  }
  return { skills, skipped }
}

/** The published files of a skill. Throws NAME_UNSAFE, NAME_CLASH, SKILL_TOO_LARGE, FILE_DAMAGED. */
export async function readSkill({ client, workspaceId }: Session, page: SkillPage): Promise<Skill> {
  const { id: pageId, version } = page
  const address = { workspaceId: await workspaceId(), pageId, version }
  const listed = await client.skills.files(address, repeatable())
  requireSkillName(page.name)
  requireSmall(page.name, listed.files)
  for (const { path } of listed.files) path.split('/').forEach(requireSafeName)
  requireDistinct(listed.files.map(({ path }) => path))
  const files = new Map<string, SkillFile>()
  for (const { path, sha256, isExecutable } of listed.files) {
    const found = await client.skills.readFile({ ...address, path }, repeatable())
    const bytes = new Uint8Array(Buffer.from(found.content, found.encoding))
    if (digestOf(bytes) !== `sha256-${sha256}`)
      throw new CommandError(
        `${path} of ${page.name} does not match its SHA-256. Run the command again.`,
        'FILE_DAMAGED',
      )
    files.set(path, { bytes, isExecutable })
  }
  return { ...page, files }
}
