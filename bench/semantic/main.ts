import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { type App, openApp } from '../../server/app.ts'
import { openJobWorker } from '../../server/background/runner.ts'
import { operator } from '../../server/cli/operator.ts'
import { readConfig } from '../../server/config.ts'
import type { Caller } from '../../server/domain/context.ts'
import { createPage } from '../../server/domain/pages/create.ts'
import { enterWorkspace } from '../../server/domain/people/access.ts'
import { initialize } from '../../server/domain/people/setup.ts'
import { searchPages } from '../../server/domain/search/search.ts'
import { setEmbeddings } from '../../server/domain/semantic/settings.ts'
import {
  type EmbeddingStatus,
  workspaceEmbeddingStatus,
} from '../../server/domain/semantic/status.ts'
import { embeddings, systemViewer } from '../../server/store/index.ts'
import {
  type EmbedAll,
  randomVectors,
  startEmbeddingServer,
} from '../../test/support/outside/embedding-server.ts'
import { describeMachine } from '../support/machine.ts'
import { formatTable } from '../support/table.ts'
import { type Collection, findCollections, gainOf, readCollection } from './collections.ts'
import { trainLsa } from './lsa.ts'
import { loadUseLite } from './use-lite.ts'

/**
 * What meaning adds to words: nDCG@10 of words alone and of the one list, with a model trained on the texts
 * themselves, with a real one for English, and with one that is useless. `node bench/semantic/main.ts [--only
 * NAME] [--models lsa,use,random]`
 */

const { values } = parseArgs({
  options: {
    only: { type: 'string', default: 'cranfield,xquad-ru' },
    models: { type: 'string', default: 'lsa,use,random' },
  },
})
const weights = [0.2, 0.3, 0.4, 0.5]
const candidateLimit = 20

type Filled = {
  app: App
  workspaceId: string
  documentOf: Map<string, string>
  close: () => Promise<void>
}

async function fill({ documents }: Collection): Promise<Filled> {
  const dataFolder = await mkdtemp(join(tmpdir(), 'quire-bench-semantic-'))
  const app = await openApp(readConfig({ QUIRE_DATA: dataFolder }))
  const person = { email: 'a@example.com', firstName: 'A', lastName: 'B' }
  const { user, workspace } = await initialize(
    app.store,
    person,
    { name: 'Bench', slug: undefined },
    'never',
  )
  const caller: Caller = {
    userId: user.id,
    keyId: undefined,
    via: 'cli',
    readOnly: false,
    workspaceIds: undefined,
  }
  const context = await enterWorkspace(app.contextFor(caller), workspace.id, 'write')
  const documentOf = new Map<string, string>()
  for (const { id, title, text } of documents) {
    const page = { workspaceId: workspace.id, parentId: null, ownership: 'TEXT' as const }
    const pageId = await createPage(context, {
      ...page,
      title: (title || 'Untitled').slice(0, 255),
      markdown: text,
    })
    documentOf.set(pageId, id)
  }
  return {
    app,
    workspaceId: workspace.id,
    documentOf,
    close: async () => {
      await app.close()
      await rm(dataFolder, { recursive: true, force: true })
    },
  }
}

async function quality({ app, workspaceId, documentOf }: Filled, { queries }: Collection) {
  const context = { ...app, viewer: systemViewer(workspaceId) }
  let sum = 0
  const times: number[] = []
  for (const { text, relevant } of queries) {
    const start = performance.now()
    const hits = await searchPages(context, {
      query: text.slice(0, 500),
      k: candidateLimit,
    })
    times.push(performance.now() - start)
    sum += gainOf(
      relevant,
      hits.map(({ pageId }) => documentOf.get(pageId) ?? ''),
    )
  }
  times.sort((a, b) => a - b)
  return { ndcg: sum / queries.length, p50: times[Math.floor(times.length / 2)] ?? 0 }
}

async function build({ app, workspaceId }: Filled): Promise<EmbeddingStatus> {
  const runner = openJobWorker(
    { ...app, fileCheckIntervalMs: 0, journalRetentionMs: 30 * 86_400_000, ...app.semantic },
    (error) => process.stderr.write(`${String(error)}\n`),
  )
  runner.start()
  for (;;) {
    const status = await workspaceEmbeddingStatus(app, workspaceId)
    if (status?.problem) process.stderr.write(`${status.problem.reason}\n`)
    if (status?.state === 'live' && status.pages.waiting === 0) {
      await runner.stop()
      return status
    }
    await sleep(200)
  }
}

/** Queries are embedded before they are timed: a slow model on a busy machine is not what is measured. */
async function measure(collection: Collection, filled: Filled, name: string, embed: EmbedAll) {
  const provider = await startEmbeddingServer({ all: embed })
  const { app, workspaceId } = filled
  try {
    await setEmbeddings({ ...app, caller: operator() }, workspaceId, {
      provider: 'http',
      baseUrl: provider.baseUrl,
      model: name,
      weight: 0.4,
    })
    const status = await build(filled)
    await warm(filled, collection)
    const rows: string[][] = []
    for (const trust of name === 'random' ? [status.trust ?? 1, 1] : [status.trust ?? 1]) {
      await setConfidence(filled, trust)
      for (const weight of weights) {
        await app.store.transact((transaction) =>
          embeddings.setWeight(transaction, workspaceId, weight),
        )
        const { ndcg, p50 } = await quality(filled, collection)
        const label = trust === status.trust ? name : `${name}, trusted`
        rows.push([
          collection.name,
          label,
          trust.toFixed(2),
          String(weight),
          ndcg.toFixed(4),
          p50.toFixed(1),
        ])
      }
    }
    return rows
  } finally {
    await provider.close()
  }
}

/** Every query's vector into memory, asked for again where the first answer came too late. */
async function warm({ app, workspaceId }: Filled, { queries }: Collection): Promise<void> {
  for (const { text } of queries) {
    for (let tries = 0; tries < 20; tries += 1) {
      const model = await app.semantic.search.model(workspaceId)
      if (model === undefined) break
      if (
        (await app.semantic.search.find(systemViewer(workspaceId), model, text.slice(0, 500))) !==
        undefined
      )
        break
      await sleep(400)
    }
  }
}

/** To show what the trial of a model is good for. */
async function setConfidence({ app, workspaceId }: Filled, trust: number): Promise<void> {
  const live = await embeddings.live(app.store, workspaceId)
  if (live === undefined) return
  await app.store.transact((transaction) =>
    embeddings.tried(transaction, live, { trust, pages: 1e9 }),
  )
}

async function modelsFor(collection: Collection): Promise<[string, EmbedAll][]> {
  const models: [string, EmbedAll][] = []
  const wanted = values.models.split(',')
  if (wanted.includes('lsa')) {
    const embed = trainLsa(collection.documents.map(({ title, text }) => `${title}\n${text}`))
    models.push(['lsa', (texts) => texts.map(embed)])
  }
  if (wanted.includes('use') && !/-(?:ru|zh|mix)$/.test(collection.name)) {
    const model = await loadUseLite()
    if (model === undefined) process.stdout.write('USE-lite could not be installed: left out.\n')
    else models.push(['use-lite', (texts) => model.embed([...texts])])
  }
  if (wanted.includes('random')) {
    const embed = randomVectors(384)
    models.push(['random', (texts) => texts.map(embed)])
  }
  return models
}

const folder = findCollections()
if (folder === undefined) {
  process.stdout.write(
    'There are no collections: name their folder with SEARCH_COLLECTIONS or IR_DATA.\n',
  )
} else {
  process.stdout.write(`${describeMachine()}\n\n`)
  const rows: string[][] = []
  for (const name of values.only.split(',')) {
    const collection = readCollection(folder, name)
    const filled = await fill(collection)
    const { ndcg, p50 } = await quality(filled, collection)
    rows.push([name, 'words alone', '', '', ndcg.toFixed(4), p50.toFixed(1)])
    for (const [model, embed] of await modelsFor(collection)) {
      rows.push(...(await measure(collection, filled, model, embed)))
    }
    await filled.close()
  }
  const columns = ['collection', 'model', 'trust', 'weight', 'nDCG@10', 'p50 ms']
  process.stdout.write(
    `${formatTable(
      columns.map((heading) => ({ heading })),
      rows,
    )}\n`,
  )
}
process.exit()
