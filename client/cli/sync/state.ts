import { randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { CommandError, exitCodes } from '../exit-codes.ts'
import { joinNames } from '../join-names.ts'
import { codeOf, readText, stateFolder, writeState } from './disk.ts'
import type { PageRecord, SourceFile } from './records.ts'

/** A file that pages link to, as it is on both sides. */
export type Attachment = { fileId: string; sha256: string; size: number; mtimeMs: number }

/** A page to create for a file. The parent is a page, or what an earlier one of the list becomes. */
export type NewFile = {
  file: SourceFile
  record: Omit<PageRecord, 'pageId'>
} & ({ parentId: string | null } | { parent: number })

/** A write that may have been sent: it is sent again with its key before anything else. */
export type Pending = { key: string } & (
  | {
      kind: 'create'
      parentId: string | null
      file: SourceFile
      record: Omit<PageRecord, 'pageId'>
    }
  | { kind: 'createAll'; files: NewFile[] }
  | {
      kind: 'save'
      pageId: string
      text: string
      base: string
      /** The version of the page that had the base. */
      baseVersion?: number
      file?: SourceFile
      files?: { path: string; fileId: string }[]
      /** Whether the text is that of the file afterwards. */
      isBase: boolean
    }
)

export type Head = { format: 1; workspaceId: string; underPageId: string | null }

/** The last common state, in files that are replaced one by one. */
export type State = {
  records: Map<string, PageRecord>
  attachments: Map<string, Attachment>
  isNew: boolean
}

const headFile = 'state.json'
const attachmentsFile = 'attachments.json'
const pendingFile = 'pending.json'

/** What the folder was in sync with; undefined for a new one. */
export function readHead(root: string): Promise<Head | undefined> {
  return readJson<Head>(root, headFile)
}

/** Throws SYNC_OTHER_WORKSPACE. */
export async function openState(root: string, head: Omit<Head, 'format'>): Promise<State> {
  const found = await readHead(root)
  if (found !== undefined) requireSame(found, head)
  else {
    await writeState(root, '.gitignore', '*\n')
    await writeState(root, headFile, JSON.stringify({ format: 1, ...head }))
  }
  const pages = joinNames(root, stateFolder, 'pages')
  await mkdir(pages, { recursive: true })
  const records = new Map<string, PageRecord>()
  for (const name of await readdir(pages)) {
    if (!name.endsWith('.json')) continue
    const record = await readJson<PageRecord>(root, `pages/${name}`)
    if (record !== undefined) records.set(record.pageId, record)
  }
  const attachments = (await readJson<Record<string, Attachment>>(root, attachmentsFile)) ?? {}
  return { records, attachments: new Map(Object.entries(attachments)), isNew: found === undefined }
}

function requireSame(found: Head, { workspaceId, underPageId }: Omit<Head, 'format'>): void {
  if (found.workspaceId === workspaceId && found.underPageId === underPageId) return
  throw new CommandError(
    'The folder is synced with another workspace or page. Use another folder, or delete .quire in it to start again.',
    'SYNC_OTHER_WORKSPACE',
    exitCodes.misused,
  )
}

export async function putRecord(root: string, state: State, record: PageRecord): Promise<void> {
  await writeState(root, `pages/${record.pageId}.json`, JSON.stringify(record))
  state.records.set(record.pageId, record)
}

export async function removeRecord(root: string, state: State, pageId: string): Promise<void> {
  await rm(joinNames(root, stateFolder, 'pages', `${pageId}.json`), { force: true })
  state.records.delete(pageId)
}

export async function putAttachment(
  root: string,
  state: State,
  path: string,
  attachment: Attachment,
): Promise<void> {
  state.attachments.set(path, attachment)
  const all = Object.fromEntries(state.attachments)
  await writeState(root, attachmentsFile, JSON.stringify(all))
}

const positionFile = 'position'

/** The position of the server's list when both sides were last in sync. */
export async function readPosition(root: string): Promise<string | undefined> {
  return (await readText(root, `${stateFolder}/${positionFile}`)) || undefined
}

export async function putPosition(root: string, position: string): Promise<void> {
  await writeState(root, positionFile, position)
}

export async function readPending(root: string): Promise<Pending[]> {
  // Earlier releases noted one write at a time.
  const noted = await readJson<Pending | Pending[]>(root, pendingFile)
  return noted === undefined ? [] : [noted].flat()
}

export async function putPending(root: string, pending: readonly Pending[]): Promise<void> {
  await writeState(root, pendingFile, JSON.stringify(pending))
}

export async function removePending(root: string): Promise<void> {
  await rm(joinNames(root, stateFolder, pendingFile), { force: true })
}

/** While this file exists, the links of all pages may have other paths than in the folder. */
const relinkingFile = 'relinking'

export async function markRelinking(root: string): Promise<void> {
  await writeState(root, relinkingFile, '')
}

export async function isRelinking(root: string): Promise<boolean> {
  return (await readText(root, `${stateFolder}/${relinkingFile}`)) !== undefined
}

export async function endRelinking(root: string): Promise<void> {
  await rm(joinNames(root, stateFolder, relinkingFile), { force: true })
}

/** A file of the state that this program wrote; undefined if there is none or it is damaged. */
async function readJson<Value>(root: string, name: string): Promise<Value | undefined> {
  const text = await readText(root, `${stateFolder}/${name}`)
  if (text === undefined) return undefined
  try {
    // SAFETY: written by `writeState` whole or not at all.
    return JSON.parse(text) as Value
  } catch {
    return undefined
  }
}

/** Takes the folder for this process. Returns how to release it. Throws SYNC_RUNNING. */
export async function lockFolder(root: string): Promise<() => Promise<void>> {
  const file = joinNames(root, stateFolder, 'lock')
  await mkdir(joinNames(root, stateFolder), { recursive: true })
  const own = JSON.stringify({ pid: process.pid, host: hostname(), id: randomUUID() })
  for (let attempt = 1; ; attempt += 1) {
    try {
      await writeFile(file, own, { flag: 'wx' })
      break
    } catch (error) {
      if (codeOf(error) !== 'EEXIST') throw error
      const other = await readFile(file, 'utf8').catch(() => '')
      if (attempt > 2 || isAlive(other)) throw running(other)
      await rm(file, { force: true })
    }
  }
  return async () => {
    const now = await readFile(file, 'utf8').catch(() => '')
    if (now === own) await rm(file, { force: true })
  }
}

function isAlive(lock: string): boolean {
  try {
    // SAFETY: checked below.
    const { pid, host } = JSON.parse(lock) as { pid?: unknown; host?: unknown }
    if (host !== hostname()) return true
    if (typeof pid !== 'number') return false
    process.kill(pid, 0)
    return true
  } catch (error) {
    return codeOf(error) === 'EPERM'
  }
}

function running(lock: string): CommandError {
  return new CommandError(
    `Another quire sync works in this folder (${lock}). If it does not, delete .quire/lock.`,
    'SYNC_RUNNING',
    exitCodes.conflict,
  )
}
