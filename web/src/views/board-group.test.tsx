import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { userEvent } from '@testing-library/user-event'
import { screen } from '../../../test/support/web/screen.tsx'
import { renderSignedIn } from '../../../test/support/web/signed-in.tsx'
import { PropertyField } from '../properties/fields/property-field.tsx'
import { PropertyView } from '../properties/fields/property-view.tsx'
import { answerOf, columnOf, summaryOf } from './view-answers.test.ts'
import { ViewBlock } from './view-block.tsx'
import type { ViewColumn } from './view-queries.ts'

const parts = { Field: PropertyField, Value: PropertyView }

/** What is written when someone chooses the board for a table with these columns. */
async function chooseBoard(columns: ViewColumn[]): Promise<string[]> {
  const written: string[] = []
  const slot = {
    dom: document.createElement('div'),
    source: 'tag: a # mine',
    replace: (text: string) => void written.push(text),
    open: () => undefined,
  }
  renderSignedIn(<ViewBlock {...{ slot, parts }} workspaceId="w1" pageId="p1" />, {
    answers: { '/v1/views/query': () => answerOf({ columns, summary: summaryOf(3) }) },
  })
  await screen.findByText('3 pages')
  await userEvent.click(screen.getByText('Board', { exact: true }))
  return written
}

describe('a table that becomes a board', () => {
  it('has no group if no column has values that pages share', async () => {
    const columns = [columnOf('title', null), columnOf('cost', 'cost', 'number')]
    assert.deepEqual(await chooseBoard(columns), ['tag: a # mine\nshow: board'])
  })

  it('is grouped by a select rather than by people', async () => {
    const columns = [columnOf('lead', 'lead', 'person'), columnOf('status', 'status', 'select')]
    assert.deepEqual(await chooseBoard(columns), ['tag: a # mine\nshow: board\ngroup: status'])
  })

  it('is in the direction of the app, whatever the direction of the page is', async () => {
    await chooseBoard([])
    assert.equal(screen.getByRole('region', { name: 'View' }).dir, 'ltr')
  })
})
