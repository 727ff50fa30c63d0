import assert from 'node:assert/strict'
import { pagePath } from '../../content/vocabulary.ts'
import { openApp } from '../../server/app.ts'
import { readConfig } from '../../server/config.ts'
import type { Context } from '../../server/domain/context.ts'
import { createPage } from '../../server/domain/pages/create.ts'
import { enterWorkspace } from '../../server/domain/people/access.ts'
import { createKey } from '../../server/domain/people/api-keys.ts'
import { putMember } from '../../server/domain/people/members.ts'
import { initialize } from '../../server/domain/people/setup.ts'
import { createUser } from '../../server/domain/people/users.ts'
import { mergeWorkspace } from '../../server/domain/search/merge.ts'
import { clock } from '../../server/lib/clock.ts'
import { newId } from '../../server/lib/ids.ts'
import { inbox, workspaces } from '../../server/store/index.ts'
import { makeMarkdown, makeTitle } from './texts.ts'

/** A store made for measuring: whom to ask as, and pages to ask for. */
export type Seeded = {
  dataFolder: string
  workspaceId: string
  key: string
  userId: string
  /** Some of the small pages. */
  pageIds: string[]
  largePageIds: string[]
}

export const smallPage = 2 * 1024
export const largePage = 49_000

/** Pages made at once share a transaction; the store takes no more than this into one. */
const batchSize = 64
const siblings = 200
const largePages = 20
const maxSampled = 8000
/** More than a page of a list, and no more than share a transaction. */
const listed = 60

/** Makes a person, a workspace and a key on an empty store. */
export async function startWorkspace(
  dataFolder: string,
): Promise<Pick<Seeded, 'userId' | 'workspaceId' | 'key'>> {
  return withContext(dataFolder, '', async ({ store }) => {
    const person = { email: 'bench@example.com', firstName: 'Ada', lastName: 'Lovelace' }
    const { user, workspace, key } = await initialize(
      store,
      person,
      { name: 'Bench', slug: undefined },
      'never',
    )
    return { userId: user.id, workspaceId: workspace.id, key: key.key }
  })
}

/** Adds members to a workspace, and returns a key of each. */
export async function addWriters(
  dataFolder: string,
  workspaceId: string,
  count: number,
): Promise<string[]> {
  return withContext(dataFolder, '', async ({ store }) => {
    const keys: string[] = []
    for (let index = 1; index <= count; index += 1) {
      const person = { email: `writer-${index}@example.com`, firstName: 'Writer' }
      const { id } = await createUser(store, { ...person, lastName: String(index) })
      await putMember(
        store,
        workspaceId,
        { userId: id, role: 'MEMBER' },
        { userId: id, via: 'cli' },
      )
      keys.push((await createKey(store, { userId: id, name: 'bench', expires: 'never' })).key)
    }
    return keys
  })
}

/** Makes the same with a few large pages. */
export async function startStore(dataFolder: string): Promise<Seeded> {
  const { userId, workspaceId, key } = await startWorkspace(dataFolder)
  return withContext(dataFolder, userId, async (context) => {
    const range = { from: 0, to: largePages }
    const largePageIds = await addPages(context, workspaceId, range, largePage)
    return { dataFolder, workspaceId, key, userId, pageIds: [], largePageIds }
  })
}

/** Adds pages of 2 KB to a store that holds `from` of them, until it holds `to`. */
export async function growStore(
  seeded: Seeded,
  range: { from: number; to: number },
): Promise<Seeded> {
  return withContext(seeded.dataFolder, seeded.userId, async (context) => {
    const created = await addPages(context, seeded.workspaceId, range, smallPage)
    const all = [...seeded.pageIds, ...created]
    // Spread over the whole store, so that reads meet old pages and new ones.
    const step = Math.max(1, all.length / maxSampled)
    const sampled = Array.from({ length: Math.min(maxSampled, all.length) }, (_, index) =>
      all.at(Math.floor(index * step)),
    )
    return { ...seeded, pageIds: sampled.filter((id) => id !== undefined) }
  })
}

/** Links to the first page, and an inbox, each longer than a page of a list. */
export async function addToLists({
  dataFolder,
  userId,
  workspaceId,
  pageIds,
}: Seeded): Promise<void> {
  const [target] = pageIds
  assert(target !== undefined)
  await withContext(dataFolder, userId, async (context) => {
    const author = await enterWorkspace(context, workspaceId, 'write')
    const created = Array.from({ length: listed }, (_, seed) =>
      createPage(author, {
        workspaceId,
        parentId: target,
        title: makeTitle(seed),
        ownership: 'TEXT',
        markdown: `${makeTitle(seed + 1)} [page](${pagePath}${target}) ${makeTitle(seed + 2)}.`,
      }),
    )
    const ids = await Promise.all(created)
    await context.store.transactIn({ workspaceId }, async (transaction) => {
      for (const pageId of ids) {
        const entry = { workspaceId, pageId, id: newId(), kind: 'mention' } as const
        const by = { commentId: null, actorId: userId, runId: null, createdAt: clock.now() }
        await inbox.insert(transaction, { ...entry, ...by }, [userId])
      }
    })
  })
}

/** Siblings are below the first of the siblings before them; the tree continues further up after ten levels. */
function parentOf(group: number): number {
  return group > 0 && group % 10 === 0 ? group / 10 - 1 : group - 1
}

async function addPages(
  context: Context,
  workspaceId: string,
  { from, to }: { from: number; to: number },
  bytes: number,
): Promise<string[]> {
  const author = await enterWorkspace(context, workspaceId, 'write')
  const ids: string[] = []
  const parents: string[] = []
  for (let start = from; start < to; start += batchSize) {
    const seeds = Array.from(
      { length: Math.min(batchSize, to - start) },
      (_, index) => start + index,
    )
    const created = seeds.map((seed) =>
      createPage(author, {
        workspaceId,
        parentId: parents[parentOf(Math.floor((seed - from) / siblings))] ?? null,
        title: makeTitle(seed),
        ownership: 'TEXT',
        markdown: makeMarkdown(seed, bytes),
      }),
    )
    ids.push(...(await Promise.all(created)))
    while (parents.length * siblings < ids.length)
      parents.push(ids[parents.length * siblings] ?? '')
  }
  return ids
}

/** Runs `work` as a person on the store, and leaves an index that has no merging to do. */
export async function withContext<Result>(
  dataFolder: string,
  userId: string,
  work: (context: Context) => Promise<Result>,
): Promise<Result> {
  const app = await openApp(readConfig({ QUIRE_DATA: dataFolder }))
  const caller = {
    userId,
    keyId: undefined,
    via: 'cli',
    readOnly: false,
    workspaceIds: undefined,
  } as const
  try {
    const result = await work(app.contextFor(caller))
    for (const { id } of await workspaces.list(app.store)) {
      await mergeWorkspace(app.store, app.search, id)
    }
    return result
  } finally {
    await app.close()
  }
}
