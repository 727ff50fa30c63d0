import { inTurn } from '../../lib/workers/large-documents.ts'
import { history, type RunOf, runs, users } from '../../store/index.ts'
import type { WorkspaceContext } from '../context.ts'
import type { AttributedBlocks, KnownWriters, PartStart } from '../document/attribution.ts'
import { pageNotFound } from '../rights/page-not-found.ts'
import { writersOf } from './journal/attribution.ts'
import { readBody } from './journal/body.ts'
import type { PageAddress } from './tree.ts'
import { getVersion, requireStored } from './versions.ts'

export type Authorship = AttributedBlocks & {
  version: number
  /** The people whom the blocks name, by ID. */
  people: ReadonlyMap<string, users.PersonName>
  /** The runs that the blocks name, by ID. */
  runs: ReadonlyMap<string, RunOf & { runId: string }>
}

/** Who wrote each part of a page, or of one of its versions. Throws PAGE_NOT_FOUND, VERSION_NOT_FOUND or RATE_LIMITED. */
export async function readAuthorship(
  context: WorkspaceContext,
  address: PageAddress & { version?: number | undefined },
  part: PartStart & { limit: number; maxParts: number },
): Promise<Authorship> {
  const { version } = address
  const read =
    version === undefined
      ? await readCurrent(context, address)
      : await readVersion(context, { ...address, version })
  const attributed = await inTurn(context.caller.userId, read.document.length, () =>
    context.content.attributed({ id: address.pageId, ...read, ...part }),
  )
  const { blocks } = attributed
  const writers = blocks.flatMap(({ parts }) => parts.flatMap(({ writer }) => writer ?? []))
  return { ...attributed, version: read.version, ...(await namesOf(context, writers)) }
}

/** The people and runs among writers. */
export async function namesOf(
  { store, viewer }: WorkspaceContext,
  writers: readonly { userId: string; runId: string | null }[],
): Promise<Pick<Authorship, 'people' | 'runs'>> {
  const ids = new Set(writers.map(({ userId }) => userId))
  const runIds = new Set(writers.flatMap(({ runId }) => runId ?? []))
  const [named, namedRuns] = await Promise.all([
    users.names(store, [...ids]),
    runs.byIds(store, viewer.workspaceId, [...runIds]),
  ])
  return {
    people: new Map(named.map((one) => [one.id, one])),
    runs: new Map(namedRuns.map(({ id: runId, ...run }) => [runId, { runId, ...run }])),
  }
}

type Attributed = { version: number; document: string } & KnownWriters

/** The body of a page with what is known of its writers. Throws PAGE_NOT_FOUND. */
export async function readCurrent(
  context: WorkspaceContext,
  address: PageAddress,
): Promise<Attributed> {
  const page = await requireStored(context, address)
  const body = await readBody(context.store, address)
  if (body === undefined) throw pageNotFound(address.pageId)
  return { version: page.version, document: body.document, ...writersOf(body) }
}

async function readVersion(
  context: WorkspaceContext,
  address: PageAddress & { version: number },
): Promise<Attributed> {
  const { version, document } = await getVersion(context, address)
  const stored = await history.attribution(context.store, address, version)
  if (stored !== undefined)
    return { version, document, attribution: stored.attribution, firstWriter: undefined }
  return { ...(await readCurrent(context, address)), version, document }
}
