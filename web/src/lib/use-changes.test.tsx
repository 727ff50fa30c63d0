import assert from 'node:assert/strict'
import { beforeEach, describe, it } from 'node:test'
import { useQuery } from '@tanstack/react-query'
import { replace, replaceGlobals } from '../../../test/support/processes/replace.ts'
import { Source } from '../../../test/support/web/event-source.ts'
import { act, render, screen, waitFor } from '../../../test/support/web/screen.tsx'
import { onChange } from './changes/changes.ts'
import { useChanges } from './changes/use-changes.ts'

function Follower({ workspaceId, reads }: { workspaceId: string; reads: string[] }) {
  useChanges(workspaceId)
  const read = (name: string) => () => {
    reads.push(name)
    return name
  }
  useQuery({ queryKey: ['pages', 'children', workspaceId, null], queryFn: read('tree') })
  const files = useQuery({ queryKey: ['files', 'list'], queryFn: read('files') })
  return <p>{files.data}</p>
}

async function show(workspaceId = 'w1') {
  const reads: string[] = []
  const shown = render(<Follower workspaceId={workspaceId} reads={reads} />)
  await screen.findByText('files')
  reads.length = 0
  return { reads, ...shown }
}

const emit = (change: object) =>
  act(() => {
    const data = JSON.stringify({ sequence: 1, ...change })
    Source.opened.at(-1)?.dispatchEvent(new MessageEvent('message', { data }))
  })

beforeEach(() => {
  Source.opened = []
  replaceGlobals({ EventSource: Source })
  // Without locks, as on a page without TLS, each tab follows for itself.
  replace(navigator, { locks: { value: undefined } })
})

describe('useChanges', () => {
  it('reads again once what many changes touch, and nothing else', async () => {
    const { reads } = await show()
    for (const pageId of ['a', 'b', 'c']) emit({ type: 'page.created', pageId, parentId: null })
    await waitFor(() => assert.deepEqual(reads, ['tree']))
  })

  it('passes each change on to whoever listens', async () => {
    const received: unknown[] = []
    const stop = onChange(({ type, version }) => received.push([type, version]))
    await show()
    emit({ type: 'page.updated', pageId: 'a', version: 7 })
    assert.deepEqual(received, [['page.updated', 7]])
    stop()
  })

  it('reads everything again after a gap', async () => {
    const { reads } = await show()
    act(() => {
      Source.opened[0]?.dispatchEvent(new Event('open'))
      Source.opened[0]?.dispatchEvent(new Event('open'))
    })
    await waitFor(() => assert.deepEqual(reads.toSorted(), ['files', 'tree']))
  })

  it('stops when the workspace is left', async () => {
    const { unmount } = await show('w2')
    assert.equal(Source.opened[0]?.url, '/v1/changes?workspaceId=w2')
    assert.notEqual(Source.opened[0]?.readyState, Source.CLOSED)
    unmount()
    assert.equal(Source.opened[0]?.readyState, Source.CLOSED)
  })
})
