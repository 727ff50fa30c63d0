import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { defaultFields } from '../../../../server/lib/page-fields.ts'
import { pageOf } from '../../../../test/support/web/editor.ts'
import {
  render,
  screen,
  waitFor,
  waitUntilIdle,
  within,
} from '../../../../test/support/web/screen.tsx'
import { chooseSide, mergePages } from '../saving/merge-page.ts'
import type { PageVersion } from '../saving/page-state.ts'
import type { Conflict, Origin } from '../saving/save-status.ts'
import { Conflicts } from './conflicts.tsx'

type Texts = { base: string; mine: string; theirs: string; titles?: [string, string, string] }

const updatedBy = { id: 'a', firstName: 'Ada', lastName: 'Lovelace' }

function pageWith(markdown: string, title: string): PageVersion {
  const content = pageOf(markdown)
  return { ...defaultFields, title, content, version: 2, updatedAt: '', updatedBy }
}

function conflictOf(
  { base, mine, theirs, titles = ['T', 'T', 'T'] }: Texts,
  origins: Origin[] = [],
): Conflict {
  const merge = mergePages(
    pageWith(base, titles[0]),
    pageWith(mine, titles[1]),
    pageWith(theirs, titles[2]),
    { origins },
  )
  assert.ok(merge.kind === 'conflict')
  return merge.conflict
}

type Outcome = { chosen: string[]; doneCount: number }
type PageProps = { start: Conflict; done: () => void; onChoose: (side: string) => void }

/** As a page shows it: what was chosen goes away. */
function Page({ start, done, onChoose }: PageProps) {
  const [conflict, setConflict] = useState<Conflict | undefined>(start)
  if (conflict === undefined) return null
  return (
    <Conflicts
      conflict={conflict}
      untitled="Untitled"
      done={done}
      choose={(location, side) => {
        onChoose(side)
        const next = chooseSide(conflict, location, side)
        assert.ok(next)
        const merge = mergePages(next.base, next.mine, conflict.theirs)
        setConflict(merge.kind === 'conflict' ? merge.conflict : undefined)
      }}
    />
  )
}

function show(start: Conflict): Outcome {
  const outcome: Outcome = { chosen: [], doneCount: 0 }
  render(
    <Page
      start={start}
      done={() => (outcome.doneCount += 1)}
      onChoose={(side) => outcome.chosen.push(side)}
    />,
  )
  return outcome
}

const rows = () => screen.getAllByRole('listitem')
const marksIn = (element: HTMLElement) =>
  [...element.querySelectorAll('mark, del')].map(({ textContent }) => textContent)

const prices = {
  base: '## Money\n\nIt costs 5,000 a year.\n\nDue on Monday.',
  mine: '## Money\n\nIt costs 8,000 a year.\n\nDue on Tuesday.',
  theirs: '## Money\n\nIt costs 9,000 a year.\n\nDue on Friday.',
}

describe('both versions of what two changed at once', () => {
  it('stand side by side in their text, with where they are and what was there before', () => {
    show(conflictOf(prices))
    const [first] = rows()
    assert.ok(first)
    within(first).getByText('Money')
    within(first).getByText(/Before:/)
    assert.deepEqual(marksIn(first), ['8,000', '9,000'])
    assert.match(first.textContent, /It costs 8,000 a year.*It costs 9,000 a year/)
    assert.equal(rows().length, 2)
  })

  it('say who wrote the other one, when, and through what', () => {
    const origin: Origin = {
      kind: 'text',
      base: '5,000',
      theirs: '9,000',
      by: { id: 'b', firstName: 'Bob', lastName: 'Tester' },
      via: 'mcp',
      at: '2026-11-27T09:30:00.000Z',
    }
    show(conflictOf(prices, [origin]))
    const [first, second] = rows()
    assert.match(first?.textContent ?? '', /Theirs: Bob Tester.*through an agent/)
    assert.doesNotMatch(second?.textContent ?? '', /Bob/)
  })

  it('are chosen with one click in each place', async () => {
    const { chosen } = show(conflictOf(prices))
    const [first] = rows()
    assert.ok(first)
    await userEvent.click(within(first).getByRole('button', { name: 'Keep theirs' }))
    assert.equal(rows().length, 1)
    await userEvent.click(screen.getByRole('button', { name: 'Keep yours' }))
    assert.deepEqual(chosen, ['theirs', 'mine'])
    assert.equal(screen.queryByRole('listitem'), null)
  })

  it('are chosen by keyboard, which goes on in the next place and then in the page', async () => {
    const outcome = show(conflictOf(prices))
    screen.getAllByRole('button', { name: 'Keep yours' })[0]?.focus()
    await userEvent.keyboard('{Enter}')
    await waitFor(() => assert.equal(document.activeElement?.textContent, 'Keep yours'))
    await userEvent.tab()
    assert.equal(document.activeElement?.textContent, 'Keep theirs')
    await userEvent.keyboard(' ')
    await waitFor(() => assert.equal(outcome.doneCount, 1))
    assert.deepEqual(outcome.chosen, ['mine', 'theirs'])
  })

  it('say where one side removed what the other changed', () => {
    show(conflictOf({ base: 'One.\n\nTwo.', mine: 'One.', theirs: 'One.\n\nChanged.' }))
    screen.getByText('Removed')
  })

  it('name the addresses of a link, the level of a heading and a checkbox', () => {
    show(
      conflictOf({
        base: '## Head\n\nText.\n\n[a](https://x.example)',
        mine: '### Head\n\nText.\n\n[a](https://y.example)',
        theirs: '# Head\n\nText.\n\n[a](https://z.example)',
      }),
    )
    screen.getByText('Level of the heading')
    assert.deepEqual(rows().flatMap(marksIn), [
      '3',
      '1',
      'a',
      'https://y.example',
      'a',
      'https://z.example',
    ])
  })

  it('name the row and the column of a cell', () => {
    const table = (count: string) =>
      `| Item | Count |\n| - | - |\n| Flour | 100 |\n| Eggs | ${count} |`
    show(conflictOf({ base: table('100'), mine: table('150'), theirs: table('200') }))
    const names = [...document.querySelectorAll('.conflict-about bdi')]
    assert.deepEqual(
      names.map((name) => name.textContent),
      ['Eggs', 'Count', '100'],
    )
  })

  it('are two titles too', async () => {
    const text = { base: 'One.', mine: 'One.', theirs: 'One.' }
    const { chosen } = show(conflictOf({ ...text, titles: ['T', 'Plan A', 'Plan B'] }))
    screen.getByText('Plan A')
    screen.getByText('Plan B')
    await userEvent.click(screen.getByRole('button', { name: 'Keep theirs' }))
    assert.deepEqual(chosen, ['theirs'])
  })

  it('run nothing of what the other wrote', async () => {
    const theirs = '`<img src=x onerror=alert(1)>`'
    show(conflictOf({ base: '`a`', mine: '`b`', theirs }))
    await screen.findByText('<img src=x onerror=alert(1)>')
    await waitUntilIdle()
    assert.equal(document.querySelector('.conflicts img'), null)
  })
})
