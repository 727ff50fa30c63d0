import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { useEffect } from 'react'
import { act, answer, render, screen, waitFor } from '../../../test/support/web/screen.tsx'
import { useMoveCard } from './move-card.ts'
import { answerOf, columnOf, groupOf, rowOf, summaryOf } from './view-answers.test.ts'
import { type Group, useView, type ViewRow } from './view-queries.ts'

const address = { workspaceId: 'w1', pageId: 'p1', source: 'group: status' }
const status = columnOf('status')
const [doing, done] = [groupOf('Doing', 1), groupOf('Done', 1)]
const write = rowOf('Write', { status: 'Doing' })
const draw = rowOf('Draw', { status: 'Done' })

type MoveCard = (row: ViewRow, from: Group, to: Group) => void
const shown: { move?: MoveCard } = {}
const move: MoveCard = (...args) => shown.move?.(...args)

function Column({ group }: { group: Group }) {
  const rows = useView(address, group.id).data?.pages.flatMap((part) => part.rows) ?? []
  const cards = rows.map(({ title, values }) => `${title} ${String(values['status'])}`)
  return <p aria-label={group.label}>{cards.join(', ')}</p>
}

function Board({ isFixed = false }) {
  const cards = useMoveCard(address, isFixed ? undefined : status)
  useEffect(() => {
    shown.move = (row, from, to) => cards.move({ row, from, to })
  })
  return (
    <>
      <Column group={doing} />
      <Column group={done} />
      <p role="status">{cards.announced}</p>
    </>
  )
}

const cardsOf = (name: string) => screen.getByLabelText(name).textContent

function serve() {
  let isMoved = false
  const asked = answer({
    '/v1/views/query': ({ group }) => {
      const rows = group === 'done' ? (isMoved ? [draw, write] : [draw]) : isMoved ? [] : [write]
      return answerOf({ columns: [status], rows, summary: summaryOf(2) })
    },
    '/v1/pages/set-properties': () => {
      isMoved = true
      return { version: 2 }
    },
  })
  return asked
}

describe('a card that is moved', () => {
  it('is in its new column, and announced', async () => {
    const asked = serve()
    render(<Board />)
    await waitFor(() => assert.equal(cardsOf('Doing'), 'Write Doing'))
    await waitFor(() => assert.equal(cardsOf('Done'), 'Draw Done'))
    act(() => move(write, doing, done))
    assert.equal(screen.getByRole('status').textContent, 'Moved Write to Done.')
    await waitFor(() => assert.equal(cardsOf('Doing'), ''))
    await waitFor(() => assert.ok(cardsOf('Done').includes('Write')))
    await waitFor(() => {
      const changes = asked.filter(({ path }) => path === '/v1/pages/set-properties')
      assert.deepEqual(
        changes.map(({ input }) => [input['pageId'], input['set']]),
        [['Write', { status: 'Done' }]],
      )
    })
  })

  it('changes nothing in its own column, or where the group cannot be changed', async () => {
    const asked = serve()
    const { unmount } = render(<Board />)
    await waitFor(() => assert.equal(cardsOf('Doing'), 'Write Doing'))
    act(() => move(write, doing, doing))
    unmount()
    render(<Board isFixed />)
    await waitFor(() => assert.equal(cardsOf('Doing'), 'Write Doing'))
    act(() => move(write, doing, done))
    assert.equal(screen.getByRole('status').textContent, '')
    assert.ok(!asked.some(({ path }) => path === '/v1/pages/set-properties'))
  })
})
