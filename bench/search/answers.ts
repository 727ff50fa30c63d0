import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type * as AppModule from '../../server/app.ts'
import type * as ConfigModule from '../../server/config.ts'
import type { WorkspaceContext } from '../../server/domain/context.ts'
import type * as CreateModule from '../../server/domain/pages/create.ts'
import type * as AccessModule from '../../server/domain/people/access.ts'
import type * as MergeModule from '../../server/domain/search/merge.ts'
import type * as SearchModule from '../../server/domain/search/search.ts'
import { systemViewer } from '../../server/store/index.ts'
import type * as SeedModule from '../support/seed.ts'

/** Pages to make, in this order, and what to ask of them. */
export type Questions = { pages: { title: string; markdown: string }[]; queries: string[] }

/** The hits of each query as text, and the processor time of a search in microseconds. */
export type Answers = { hits: string[][]; microseconds: number }

// Run as a child: `answers.ts CHECKOUT DATA_FOLDER QUESTIONS ANSWERS` asks the program of a checkout.
const [checkout = '', dataFolder = '', questionsFile = '', answersFile = ''] = process.argv.slice(2)

// SAFETY: fragments.ts wrote it.
const questions = JSON.parse(readFileSync(questionsFile, 'utf8')) as Questions
writeFileSync(answersFile, JSON.stringify(await answer(questions)))
process.exit()

async function answer({ pages, queries }: Questions): Promise<Answers> {
  const { openApp } = await load<typeof AppModule>('server/app.ts')
  const { readConfig } = await load<typeof ConfigModule>('server/config.ts')
  const { searchPages } = await load<typeof SearchModule>('server/domain/search/search.ts')
  const { workspaceId } = await fill(pages)
  const app = await openApp(readConfig({ QUIRE_DATA: dataFolder }))
  const context = { ...app, viewer: systemViewer(workspaceId) }
  // The workspace is for versions without viewers.
  const ask = (query: string) => {
    const input = { workspaceId, query, k: 10 }
    return searchPages(context, input)
  }
  // Once to be warm.
  for (const query of queries) await ask(query)
  const hits: string[][] = []
  const start = process.cpuUsage()
  for (const query of queries) {
    const found = await ask(query)
    hits.push(found.map((hit) => JSON.stringify([hit.title, hit.blockNumber, hit.content])))
  }
  const { user, system } = process.cpuUsage(start)
  return { hits, microseconds: (user + system) / queries.length }
}

/** One page after another, so that equal ones stand in the same order in every store. */
async function fill(pages: Questions['pages']): Promise<{ workspaceId: string }> {
  const { startWorkspace, withContext } = await load<typeof SeedModule>('bench/support/seed.ts')
  const { createPage } = await load<typeof CreateModule>('server/domain/pages/create.ts')
  const { enterWorkspace } = await load<Partial<typeof AccessModule>>(
    'server/domain/people/access.ts',
  )
  const { mergeWorkspace } = await load<typeof MergeModule>('server/domain/search/merge.ts')
  const { workspaceId, userId } = await startWorkspace(dataFolder)
  await withContext(dataFolder, userId, async (context) => {
    // A checkout without permissions on pages has no such function, and takes any context.
    const author = (await enterWorkspace?.(context, workspaceId, 'write')) ?? context
    for (const { title, markdown } of pages) {
      // SAFETY: the checkout's own context for its own function.
      await createPage(author as WorkspaceContext, {
        workspaceId,
        parentId: null,
        title,
        ownership: 'TEXT',
        markdown,
      })
    }
    await mergeWorkspace(context.store, context.search, workspaceId)
  })
  return { workspaceId }
}

async function load<Module>(path: string): Promise<Module> {
  // SAFETY: both checkouts have this module, and the functions that are used keep their shape.
  return (await import(pathToFileURL(join(checkout, path)).href)) as Module
}
