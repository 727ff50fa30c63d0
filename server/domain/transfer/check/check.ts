import { checks, files as stored } from '../../../store/index.ts'
import type { Context } from '../../context.ts'
import type { Progress } from '../import/import.ts'
import { checkContents } from './contents.ts'
import { checkEvents } from './events.ts'
import { checkFiles } from './files.ts'
import { checkHistory } from './history.ts'
import { checkJournal } from './journal.ts'
import { checkLinks } from './links.ts'
import { checkRights } from './rights.ts'
import { checkSources } from './sources.ts'
import { checkTree } from './tree.ts'

export type CheckScope =
  | 'store'
  | 'tree'
  | 'permissions'
  | 'pages'
  | 'comments'
  | 'files'
  | 'events'

export type Fault = { part: CheckScope; message: string }

export type CheckReport = {
  faults: Fault[]
  workspaces: number
  /** Includes the trash. */
  pages: number
  /** Distinct contents of files. */
  contents: number
  orphans: number
  events: number
}

/** Checks a snapshot of the complete store without changing it. */
export async function checkStore(
  { store, files }: Pick<Context, 'store' | 'files'>,
  onProgress: Progress = () => undefined,
): Promise<CheckReport> {
  const faults: Fault[] = []
  const add = (part: CheckScope, messages: readonly string[]) => {
    for (const message of messages) faults.push({ part, message })
  }
  add('store', await store.check())
  return store.snapshot(async (snapshot) => {
    const { pages, reached, misplaced } = await checks.treeCounts(snapshot)
    // Only to name the faults: 100,000 pages take 50 MB.
    const isSound = pages === reached && misplaced === 0
    const tree = isSound ? undefined : await checks.tree(snapshot)
    add('tree', checkTree(tree ?? []))
    add('permissions', await checkRights(snapshot, tree))
    let done = 0
    const total = pages + (await stored.hashes(snapshot)).length
    const step = () => onProgress((done += 1), total)
    add('pages', await checkContents(snapshot, step))
    const strays = await checks.strayComments(snapshot)
    add(
      'comments',
      strays.map(({ id }) => `comment ${id} belongs to a thread that is not on its page`),
    )
    add('pages', await checkHistory(snapshot))
    add('pages', await checkJournal(snapshot))
    add('pages', await checkSources(snapshot))
    add('pages', await checkLinks(snapshot))
    const { faults: fileFaults, contents, orphans } = await checkFiles(files, snapshot, step)
    add('files', fileFaults)
    const sequences = await checks.sequences(snapshot)
    add('events', sequences.flatMap(faultsOfSequence))
    add('events', await checkEvents(snapshot))
    const events = sequences.reduce((sum, { count }) => sum + count, 0)
    return { faults, workspaces: sequences.length, pages, contents, orphans, events }
  })
}

/** Sequence numbers are unique, so a count equal to the range means that there are no gaps. */
function faultsOfSequence(row: checks.SequenceRow): string[] {
  const { workspaceId, last, count, lowest, highest } = row
  const events = `the events of workspace ${workspaceId}`
  if (highest === null || lowest === null) return last === 0 ? [] : [`${events} are missing`]
  if (highest !== last) return [`${events} end at ${highest} instead of ${last}`]
  return count === highest - lowest + 1 ? [] : [`${events} have gaps`]
}
