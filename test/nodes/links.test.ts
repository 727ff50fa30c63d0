import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { caller } from '../faults/caller.ts'
import { startCluster } from '../support/processes/cluster.ts'
import { startProcess } from '../support/processes/process.ts'
import { until } from '../support/until.ts'

const sources = 150

describe('a page renamed on a node that is killed', () => {
  it('gives all links its new title when another node runs', async () => {
    const cluster = await startCluster(1)
    try {
      const { dataFolder, environment, first, nodes } = cluster
      const [node] = nodes
      const call = caller(node?.address ?? '', first)
      const target = await call('/v1/pages/create', { title: 'Before', markdown: '' })
      const pageId = String(target.body['pageId'])
      const mention = { type: 'pageMention', attrs: { pageId, label: 'Before' } }
      const content = { type: 'doc', content: [{ type: 'paragraph', content: [mention] }] }
      for (let number = 0; number < sources; number += 1) {
        const created = await call('/v1/pages/create', { title: `Source ${number}`, markdown: '' })
        const source = { pageId: created.body['pageId'], content }
        assert.equal((await call('/v1/pages/update', source)).status, 200)
      }
      assert.equal((await call('/v1/pages/update', { pageId, title: 'After' })).status, 200)
      assert.ok((await labels(call, pageId)).includes('After'))
      await node?.stop('SIGKILL')
      const other = await startProcess({ dataFolder, environment })
      nodes.push(other)
      const ask = caller(other.address, first)
      const left = (await labels(ask, pageId, 'all')).filter((label) => label === 'Before')
      assert.ok(left.length > 0, 'the first node was killed too late')
      const isDone = async () =>
        (await labels(ask, pageId, 'all')).every((label) => label === 'After')
      await until(isDone)
      assert.deepEqual(await cluster.faults(), [])
    } finally {
      await cluster.close()
    }
  })
})

type Item = { sentence: { text: string } }

/** The texts of the links to a page: of all, or as soon as one has changed. */
async function labels(
  call: ReturnType<typeof caller>,
  pageId: string,
  which: 'all' | 'once one has changed' = 'once one has changed',
): Promise<string[]> {
  const found: string[] = []
  const read = async () => {
    found.length = 0
    let cursor: unknown
    do {
      const part = cursor === undefined ? {} : { cursor }
      const { body } = await call('/v1/page-links/backlinks', { pageId, limit: 100, ...part })
      // SAFETY: the output of the operation.
      for (const { sentence } of body['items'] as Item[]) found.push(sentence.text)
      cursor = body['nextCursor'] ?? undefined
    } while (cursor !== undefined)
    return found.includes('After')
  }
  if (which === 'all') await read()
  else await until(read)
  return found
}
