import { CommandError } from '../exit-codes.ts'
import { findCaseClash, isRunnable, readDigest } from './folder.ts'
import { digestOf, type Lock, removedMark } from './lock-file.ts'
import { isProgram } from './programs.ts'
import type { Skill } from './server-skills.ts'

/**
 * `changed`: another program wrote the file since it was pulled. `outdated`: the server has a newer one.
 * `pushed`: the draft has it as it is here, also if it was removed, and nothing newer was published. `gone`: the server has it no longer.
 */
export type FileState = 'same' | 'new' | 'missing' | 'outdated' | 'changed' | 'pushed' | 'gone'

export type PlannedFile = {
  skill: string
  name: string
  /** Its path in the folder. */
  path: readonly string[]
  state: FileState
  digest: string
  bytes: Uint8Array
  isExecutable: boolean
  /** The same file, without the permission to run it. */
  lacksPermission: boolean
  /** A program that the folder does not have in this form yet. */
  isNewProgram: boolean
}

/** What a pull would do with each file, in the order of the skills. Throws LINK_REFUSED, NAME_CLASH, OTHER_SKILL. */
export async function planPull(
  folder: string,
  skills: readonly Skill[],
  { lock, isForced }: { lock: Lock | undefined; isForced: boolean },
): Promise<PlannedFile[]> {
  const planned: PlannedFile[] = []
  for (const skill of skills) {
    requireSameSkill(skill, lock)
    for (const name of skill.folder) await requireNoClash(folder, name)
    for (const [name, { bytes, isExecutable }] of skill.files) {
      const digest = digestOf(bytes)
      const path = [...skill.folder, ...name.split('/')]
      const present = await readDigest(folder, path)
      const known = lock?.skills[skill.name]
      const [locked, pushed] = [known?.files[name], known?.pushed?.[name]]
      const state = stateOf({ present, locked, pushed, digest })
      const lacksPermission = isExecutable && state === 'same' && !(await isRunnable(folder, path))
      const isNewProgram =
        isWritten({ state, lacksPermission }, { isForced }) &&
        (isExecutable || isProgram(name, bytes))
      const file = { skill: skill.name, name, path, digest, bytes, isExecutable }
      planned.push({ ...file, state, lacksPermission, isNewProgram })
    }
  }
  return planned
}

/** Whether a pull writes a file. */
export function isWritten(
  { state, lacksPermission }: Pick<PlannedFile, 'state' | 'lacksPermission'>,
  { isForced }: { isForced: boolean },
): boolean {
  if (state === 'same') return lacksPermission
  return state !== 'pushed' || isForced
}

type Digests = {
  present: string | undefined
  locked: string | undefined
  pushed: string | undefined
  digest: string
}

function stateOf({ present, locked, pushed, digest }: Digests): FileState {
  if (present === digest) return 'same'
  if (present !== undefined && present === pushed) return digest === locked ? 'pushed' : 'outdated'
  if (present === undefined && pushed === removedMark && digest === locked) return 'pushed'
  if (present === undefined) return locked === undefined ? 'new' : 'missing'
  return present === locked ? 'outdated' : 'changed'
}

/** A name that went to another skill on the server does not take the folder here. */
function requireSameSkill({ id, name }: Skill, lock: Lock | undefined): void {
  const locked = lock?.skills[name]
  if (locked !== undefined && locked.pageId !== id)
    throw new CommandError(
      `The folder ${name} contains another skill with this name. Move it away and remove it from the lock file.`,
      'OTHER_SKILL',
    )
}

async function requireNoClash(folder: string, name: string): Promise<void> {
  const other = await findCaseClash(folder, name)
  if (other !== undefined)
    throw new CommandError(
      `${folder} has ${JSON.stringify(other)}, which is the same name as ${JSON.stringify(name)} on some file systems. Move it away.`,
      'NAME_CLASH',
    )
}

/** Files of the lock that the server does not have any more. They are never deleted. */
export function findGone(
  lock: Lock | undefined,
  skills: readonly Skill[],
): { skill: string; name: string }[] {
  const present = new Map(skills.map(({ name, files }) => [name, files]))
  return Object.entries(lock?.skills ?? {}).flatMap(([skill, { files }]) =>
    Object.keys(files)
      .filter((name) => present.get(skill)?.has(name) !== true)
      .map((name) => ({ skill, name })),
  )
}
