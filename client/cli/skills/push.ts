import { lstat } from 'node:fs/promises'
import { join } from 'node:path'
import { CommandError } from '../exit-codes.ts'
import { readPlain } from './folder.ts'
import { digestOf, type Lock } from './lock-file.ts'
import { requireDistinct, requireSafeName } from './names.ts'
import { isProgram } from './programs.ts'
import { readTree, type TreeFile } from './tree.ts'

/** A file that was changed in the folder since it was pulled, or pushed. */
export type LocalChange = {
  path: string
  bytes: Uint8Array
  /** SHA-256 of the file that was changed; null for a new one. */
  expected: string | null
  /** A program that the server does not have in this form. */
  isNewProgram: boolean
}

export type PushPlan = {
  skill: string
  pageId: string
  changes: LocalChange[]
  /** Files that were pulled and are gone. */
  missing: string[]
}

const limits = { files: 512, bytes: 16 * 1024 * 1024 }
/** Of a file in a request, before base64. */
const maxFileBytes = 6_000_000

/** What a push would send. `agents` are the pages whose file is in the folder itself. Throws LINK_REFUSED, FOLDER_TOO_LARGE, FILE_TOO_LARGE, NAME_UNSAFE, NAME_CLASH. */
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
      : await readFolder(join(folder, requireSafeName(skill))).catch(noFolder)
    requireDistinct(files.map(({ path }) => path))
    const changes: LocalChange[] = []
    for (const { path, bytes, isExecutable } of files) {
      path.split('/').forEach(requireSafeName)
      const digest = digestOf(bytes)
      if (digest === known[path]) continue
      if (bytes.length > maxFileBytes) throw tooLarge(`${skill}/${path}`)
      const expected = known[path]?.replace('sha256-', '') ?? null
      changes.push({ path, bytes, expected, isNewProgram: isExecutable || isProgram(path, bytes) })
    }
    const present = new Set(files.map(({ path }) => path))
    const missing = Object.keys(locked.files).filter((path) => !present.has(path))
    plans.push({ skill, pageId: locked.pageId, changes, missing })
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

function tooLarge(path: string): CommandError {
  return new CommandError(
    `${path} is larger than 6 MB. Attach it to the page of the skill in Quire.`,
    'FILE_TOO_LARGE',
  )
}
