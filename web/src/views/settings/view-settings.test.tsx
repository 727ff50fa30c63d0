import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { readView } from '../../../../content/views/read-view.ts'
import { answer, render, screen, waitFor, within } from '../../../../test/support/web/screen.tsx'
import { ViewSettings } from './view-settings.tsx'

const shown: { source: string; opened: number; closed: number } = {
  source: '',
  opened: 0,
  closed: 0,
}

function Settings({ first }: { first: string }) {
  const [source, setSource] = useState(first)
  const read = readView(source)
  if (!read.ok) return <p role="alert">{read.problems[0]?.message}</p>
  const replace = (next: string) => {
    shown.source = next
    setSource(next)
  }
  return (
    <ViewSettings
      {...{ source, replace }}
      workspaceId="w1"
      query={read.query}
      close={() => {
        shown.closed += 1
      }}
      openSource={() => {
        shown.opened += 1
      }}
    />
  )
}

async function show(source: string) {
  Object.assign(shown, { source, opened: 0, closed: 0 })
  answer({
    '/v1/properties/keys': () => ({
      keys: [
        { key: 'status', types: ['select'], pages: 4 },
        { key: 'cost', types: ['number'], pages: 3 },
        { key: 'title', types: ['text'], pages: 1 },
      ],
    }),
  })
  render(<Settings first={source} />)
  await screen.findByRole('dialog', { name: 'Edit view' })
  await waitFor(() => {
    assert.ok(within(field('Group by')).getByRole('option', { name: 'status' }))
  })
}

const field = (name: string) => screen.getByLabelText<HTMLSelectElement>(name)

describe('the settings of a view', () => {
  it('say where its pages are, and leave a page that was chosen in the query', async () => {
    await show('# mine\nshow: list')
    assert.equal(field('Pages').value, 'all')
    await userEvent.selectOptions(field('Pages'), 'Directly below this page')
    assert.equal(shown.source, '# mine\nshow: list\nunder: this\nchildren: true')
    await userEvent.selectOptions(field('Pages'), 'Below this page')
    assert.equal(shown.source, '# mine\nshow: list\nunder: this')
    await userEvent.selectOptions(field('Pages'), 'All pages')
    assert.equal(shown.source, '# mine\nshow: list')
    document.body.replaceChildren()
    const other = 'under: /pages/01890000-0000-7000-8000-00000000abcd\nchildren: true'
    await show(other)
    assert.equal(field('Pages').selectedOptions[0]?.textContent, 'Below another page')
    await userEvent.selectOptions(field('Pages'), 'Below another page')
    assert.equal(shown.source, other)
  })

  it('search for words', async () => {
    await show('')
    await userEvent.type(screen.getByLabelText('Words in the pages'), 'sea shore ')
    assert.equal(shown.source, 'text: sea shore')
    await userEvent.clear(screen.getByLabelText('Words in the pages'))
    assert.equal(shown.source, '')
  })

  it('sort it, then by something else, in a direction', async () => {
    await show('tag: task # mine')
    await userEvent.selectOptions(field('Sort by'), 'cost')
    assert.equal(shown.source, 'tag: task # mine\nsort: cost')
    await userEvent.selectOptions(field('Direction of cost'), 'desc')
    assert.equal(shown.source, 'tag: task # mine\nsort: cost desc')
    await userEvent.selectOptions(field('Then by'), 'title')
    assert.match(shown.source, /sort: \[cost desc, title\]$/)
    await userEvent.selectOptions(field('Sort by'), '')
    await userEvent.selectOptions(field('Sort by'), '')
    assert.equal(shown.source, 'tag: task # mine')
  })

  it('group it, only by what can be grouped', async () => {
    await show('')
    const names = within(field('Group by')).getAllByRole('option')
    assert.deepEqual(
      names.map((name) => name.textContent),
      ['None', 'Created by', 'Tags', 'status', 'cost', 'title'],
    )
    await userEvent.selectOptions(field('Group by'), 'property:title')
    assert.equal(shown.source, 'group: property:title')
    await userEvent.selectOptions(field('Group by'), '')
    assert.equal(shown.source, '')
  })

  it('choose its columns and totals', async () => {
    await show('')
    await userEvent.type(
      screen.getByRole('combobox', { name: 'Columns' }),
      'title{Enter}due{Enter}',
    )
    assert.equal(shown.source, 'columns: [title, due]')
    await userEvent.type(screen.getByRole('combobox', { name: 'Totals' }), 'cost: Sum{Enter}')
    assert.match(shown.source, /totals:\n {2}cost: sum$/)
  })

  it('add, change and remove conditions', async () => {
    await show('')
    await userEvent.click(screen.getByRole('button', { name: 'Add condition' }))
    assert.equal(shown.source, '', 'a condition without a value is not written')
    await userEvent.selectOptions(field('What condition 1 is about'), 'status')
    await userEvent.type(field('Value of condition 1'), 'Done, Next')
    assert.deepEqual(readView(shown.source), readView('where: {status: [Done, Next]}'))
    await userEvent.selectOptions(field('Comparison of condition 1'), 'has a value')
    await userEvent.selectOptions(field('Value of condition 1'), 'No')
    assert.deepEqual(readView(shown.source), readView('where: {status: {filled: false}}'))
    await userEvent.click(screen.getByRole('button', { name: 'Remove condition 1' }))
    assert.equal(shown.source, '')
  })

  it('match all conditions or any of them, and say what is wrong with one', async () => {
    await show('where: {status: Done, cost: {more than: 5}}')
    await userEvent.selectOptions(field('Show pages that match'), 'any')
    const any = 'where: {any: [{status: Done}, {cost: {more than: 5}}]}'
    assert.deepEqual(readView(shown.source), readView(any))
    await userEvent.type(field('Value of condition 2'), 'x')
    assert.ok(screen.getByText('“more than” needs a number.'))
    assert.deepEqual(readView(shown.source), readView('where: {status: Done}'))
  })

  it('move days of creation to the conditions', async () => {
    await show('created: last 7 days')
    assert.equal(field('Value of condition 1').value, 'last 7 days')
    await userEvent.selectOptions(field('What condition 1 is about'), 'updated')
    assert.deepEqual(readView(shown.source), readView('where: {updated: {within: last 7 days}}'))
  })

  it('leave nested conditions to the query', async () => {
    await show('where: {any: [{all: [{a: 1}, {b: 2}]}, {c: 3}]}')
    assert.ok(screen.getByText(/^The conditions of this view are nested\./))
    assert.equal(screen.queryByRole('button', { name: 'Add condition' }), null)
    await userEvent.click(screen.getByRole('button', { name: 'Edit query' }))
    await userEvent.click(screen.getByRole('button', { name: 'Done' }))
    assert.deepEqual([shown.opened, shown.closed], [1, 1])
  })
})
