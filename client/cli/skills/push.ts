import { lstat } from 'node:fs/promises'
import { CommandError } from '../exit-codes.ts'
import { joinNames } from '../join-names.ts'
import { readPlain } from './folder.ts'
import { digestOf, type Lock, type LockedSkill, removedMark } from './lock-file.ts'
import { requireDistinct, requireSafeName } from './names.ts'
import { isProgram } from './programs.ts'
import { readTree, type TreeFile } from './tree.ts'

/** A file that was changed in the folder since it was pulled, or pushed. */
export type LocalChange = {
  path: string
  bytes: Uint8Array
  /** SHA-256 of the file that was changed; null for a new one. */
  expected: string | null
  isExecutable: boolean
  /** A program that the server does not have in this form. */
  isNewProgram: boolean
}

export type PushPlan = {
  skill: string
  pageId: string
  changes: LocalChange[]
  /** Files that were pulled or pushed and are gone, with their SHA-256: a push removes them. */
  removals: { path: string; expected: string }[]
  /** Those of a folder without its main file, and of agents: they stay. */
  missing: string[]
}

const limits = { files: 512, bytes: 16 * 1024 * 1024 }
const mainFile = 'SKILL.md'

/** What a push would send. `agents` are the pages whose file is in the folder itself. Throws LINK_REFUSED, FOLDER_TOO_LARGE, NAME_UNSAFE, NAME_CLASH. */
export async function planPush(
  folder: string,
  { skills }: Lock,
  { names, agents }: { names: readonly string[]; agents: ReadonlySet<string> },
): Promise<PushPlan[]> {
  const plans: PushPlan[] = []
  for (const skill of names) {
    const locked = skills[skill]
    if (locked === undefined) continue
    const known = { ...locked.files, ...locked.pushed }
    const files = agents.has(locked.pageId)
      ? await readFiles(folder, Object.keys(locked.files))
      : await readFolder(joinNames(folder, requireSafeName(skill))).catch(noFolder)
    requireDistinct(files.map(({ path }) => path))
    const changes: LocalChange[] = []
    for (const { path, bytes, isExecutable } of files) {
      path.split('/').forEach(requireSafeName)
      const digest = digestOf(bytes)
      if (digest === known[path]) continue
      const expected = expectedOf(known[path])
      const isNewProgram = isExecutable || isProgram(path, bytes)
      changes.push({ path, bytes, expected, isExecutable, isNewProgram })
    }
    plans.push({ skill, pageId: locked.pageId, changes, ...findMissing(locked, files) })
  }
  return plans
}

async function readFolder(path: string): Promise<TreeFile[]> {
  if ((await lstat(path)).isSymbolicLink())
    throw new CommandError(`${path} is a link. Replace it by the folder itself.`, 'LINK_REFUSED')
  return readTree(path, limits)
}

async function readFiles(folder: string, names: readonly string[]): Promise<TreeFile[]> {
  const files: TreeFile[] = []
  for (const path of names) {
    const bytes = await readPlain(folder, [path])
    if (bytes !== undefined) files.push({ path, bytes, isExecutable: false })
  }
  return files
}

function noFolder(error: unknown): [] {
  const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT'
  if (isMissing) return []
  throw error
}

function findMissing(
  locked: LockedSkill,
  files: readonly Pick<TreeFile, 'path'>[],
): Pick<PushPlan, 'removals' | 'missing'> {
  const present = new Set(files.map(({ path }) => path))
  const gone = Object.entries({ ...locked.files, ...locked.pushed }).flatMap(([path, digest]) => {
    const expected = expectedOf(digest)
    return present.has(path) || expected === null ? [] : [{ path, expected }]
  })
  if (present.has(mainFile)) return { removals: gone, missing: [] }
  return { removals: [], missing: gone.map(({ path }) => path) }
}

/** The SHA-256 of what the draft has, from a lock file; null if it has no such file. */
function expectedOf(digest: string | undefined): string | null {
  if (digest === undefined || digest === removedMark) return null
  return digest.replace('sha256-', '')
}
