import assert from 'node:assert/strict'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import type { Context } from '../../server/domain/context.ts'
import { createPage } from '../../server/domain/pages/create.ts'
import { enterWorkspace } from '../../server/domain/people/access.ts'
import { newId } from '../../server/lib/ids.ts'
import { Authors } from '../../server/live/pages/authors.ts'
import { OpenDocument } from '../../server/live/pages/open-document.ts'
import { planBatch } from '../../server/live/pages/plan.ts'
import { withContext } from '../support/seed.ts'
import { largeMarkdown, positionsIn } from './large-page.ts'

const pageCount = 20
/** More batches than an open page keeps. */
const batches = 1500
const author = { id: newId(), name: 'Ada Lovelace', via: 'web' }

/** MiB that a page of 50 KB takes while it is open, with all the batches that it keeps. */
export function memoryOfOpenPage({
  dataFolder,
  userId,
  workspaceId,
}: Record<'dataFolder' | 'userId' | 'workspaceId', string>): Promise<number> {
  return withContext(dataFolder, userId, async (context) => {
    const member = await enterWorkspace(context, workspaceId, 'write')
    const ids: string[] = []
    for (let index = 0; index < pageCount; index += 1) {
      const page = { title: 'Open', markdown: largeMarkdown, parentId: null } as const
      ids.push(await createPage(member, { workspaceId, ownership: 'TEXT', ...page }))
    }
    // The first one loads and compiles what all of them use.
    const open = (pageId: string) => openAndType(context, { workspaceId, pageId })
    const [first = '', ...rest] = ids
    const opened = [await open(first)]
    const before = usedMemory()
    for (const pageId of rest) opened.push(await open(pageId))
    const used = usedMemory() - before
    assert.equal(opened.length, pageCount)
    return used / rest.length / 2 ** 20
  })
}

async function openAndType(
  { store }: Context,
  address: { workspaceId: string; pageId: string },
): Promise<OpenDocument> {
  const document = await OpenDocument.open(store, address, new Authors(store))
  const [at = 1] = positionsIn(1)
  const { pageId } = address
  const steps = [
    {
      stepType: 'replace',
      from: at,
      to: at,
      slice: { content: [{ type: 'text', text: 'x' }] },
    },
  ]
  for (let count = 0; count < batches; count += 1) {
    const plan = await planBatch(document.state, [], { steps }, author.id)
    assert(plan.ok)
    const { state, change } = plan.accepted
    const { version } = state
    const batch = { type: 'batch', pageId, version, id: newId(), author, steps } as const
    document.advance(batch, state, { change, isTyped: true })
  }
  return document
}

function usedMemory(): number {
  setFlagsFromString('--expose-gc')
  runInNewContext('gc')()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}
