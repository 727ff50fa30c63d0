import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { userEvent } from '@testing-library/user-event'
import { Refusal, screen, waitFor, within } from '../../../test/support/web/screen.tsx'
import { inputsOf, renderSignedIn } from '../../../test/support/web/signed-in.tsx'
import { PropertyField } from '../properties/fields/property-field.tsx'
import { PropertyView } from '../properties/fields/property-view.tsx'
import { answerOf, columnOf, groupOf, rowOf, summaryOf } from './view-answers.test.ts'
import { ViewBlock } from './view-block.tsx'
import type { ViewPart } from './view-queries.ts'

const path = '/v1/views/query'
const setPath = '/v1/pages/set-properties'
const parts = { Field: PropertyField, Value: PropertyView }

const columns = [columnOf('title', null), columnOf('status'), columnOf('cost', 'cost', 'number')]
const rows = ['Write', 'Draw', 'Print'].map((title, index) =>
  rowOf(title, { title, status: ['Doing', 'Done', 'Doing'][index] ?? null, cost: index + 1 }),
)

type Input = { only?: string; group?: string | null; cursor?: string }
type Options = { answer?: (input: Input) => unknown; isWritable?: boolean; answers?: object }

const usual = (input: Input): ViewPart =>
  input.only === 'summary'
    ? answerOf({ columns, summary: summaryOf(3, { totals: { cost: { sum: 6, min: null } } }) })
    : answerOf({ columns, rows })

function show(source: string, { answer = usual, isWritable = true, answers = {} }: Options = {}) {
  const written: string[] = []
  const opened: true[] = []
  const slot = {
    dom: document.createElement('div'),
    source,
    replace: isWritable ? (text: string) => void written.push(text) : null,
    open: () => void opened.push(true),
  }
  const view = <ViewBlock {...{ slot, parts }} workspaceId="w1" pageId="p1" />
  const shown = renderSignedIn(view, {
    answers: {
      [path]: answer,
      [setPath]: () => ({ version: 2 }),
      '/v1/pages/create': () => ({ pageId: 'new' }),
      '/v1/properties/values': () => ({ values: [] }),
      ...answers,
    },
  })
  return { ...shown, written, opened: () => opened.length }
}

type Shown = { asked: Parameters<typeof inputsOf>[0] }
const inputs = ({ asked }: Shown) => inputsOf(asked, path) as Input[]
const changes = ({ asked }: Shown) =>
  inputsOf(asked, setPath).map((input) => [input['pageId'], input['set']])
const titles = () =>
  screen
    .getAllByRole('row')
    .flatMap((row) => within(row).queryAllByRole('link'))
    .map((link) => link.textContent)

describe('a view', () => {
  it('says what is wrong with its query, and opens it', async () => {
    const shown = show('sorted: cost\nshow: chart')
    assert.ok(await screen.findByText('This view cannot be read'))
    assert.ok(screen.getByText(/^Line 1: “sorted” is not part of a view\./))
    assert.ok(screen.getByText(/^Line 2: “show” needs one of/))
    await userEvent.click(screen.getByRole('button', { name: 'Edit query' }))
    assert.equal(shown.opened(), 1)
    assert.deepEqual(inputs(shown), [])
  })

  it('says why it cannot be loaded', async () => {
    show('', { answer: () => new Refusal(404, 'PAGE_NOT_FOUND', 'There is no such page.') })
    const alert = await screen.findByRole('alert')
    assert.ok(within(alert).getByText('Could not load the view'))
  })

  it('says that no page matches', async () => {
    show('', {
      answer: ({ only }) =>
        answerOf({ columns, summary: only === 'summary' ? summaryOf(0) : null }),
    })
    assert.ok(await screen.findByText('No pages match this view.'))
    assert.ok(await screen.findByText('0 pages'))
  })

  it('shows its rows before it knows how many there are', async () => {
    const shown = show('totals: {cost: sum}')
    await screen.findByText('3 pages')
    const asked = inputs(shown).map(({ only }) => only)
    assert.deepEqual(new Set(asked), new Set(['rows', 'summary']))
    const [input] = inputsOf(shown.asked, path)
    assert.deepEqual(
      [input?.['workspaceId'], input?.['pageId'], input?.['query']],
      ['w1', 'p1', 'totals: {cost: sum}'],
    )
    assert.ok(String(input?.['timeZone']).length > 0)
  })
})

describe('a view as a table', () => {
  it('has a row for each page, and totals', async () => {
    show('totals: {cost: [sum, min]}')
    const table = await screen.findByRole('table')
    assert.deepEqual(titles(), ['Write', 'Draw', 'Print'])
    const headings = within(table).getAllByRole('columnheader')
    assert.deepEqual(
      headings.map((heading) => heading.textContent),
      ['Title', 'status', 'cost'],
    )
    await waitFor(() => assert.equal(table.getAttribute('aria-rowcount'), '4'))
    assert.ok(screen.getByText('Sum').textContent.includes('6'))
    assert.ok(screen.getByText('Least').textContent.includes('–'))
  })

  it('is sorted by a press on a heading: one way, the other way, and not at all', async () => {
    for (const [source, direction, expected] of [
      ['', 'none', 'sort: cost'],
      ['sort: cost', 'ascending', 'sort: cost desc'],
      ['sort: cost desc # last', 'descending', ''],
    ] as const) {
      const shown = show(source)
      const heading = await screen.findByRole('columnheader', { name: 'cost' })
      assert.equal(heading.getAttribute('aria-sort'), direction)
      await userEvent.click(within(heading).getByRole('button'))
      assert.deepEqual(shown.written, [expected])
      document.body.replaceChildren()
    }
  })

  it('draws only some of many rows, and loads more before its end', async () => {
    const many = Array.from({ length: 50 }, (_, index) => rowOf(`Page ${index}`))
    const shown = show('', {
      answer: ({ only, cursor }) => {
        if (only === 'summary') return answerOf({ columns, summary: summaryOf(10_000) })
        const start = cursor === undefined ? 0 : Number(cursor)
        const part = many.map((row, index) => ({ ...row, id: `r${start + index}` }))
        return answerOf({ columns, rows: part, nextCursor: String(start + 50) })
      },
    })
    await screen.findByText('10,000 pages')
    const drawn = screen.getAllByRole('row').length
    assert.ok(drawn < 45, `${drawn} rows`)
    assert.ok(inputs(shown).length < 5, 'rows that are far away are not loaded')
    assert.equal(screen.getByRole('table').getAttribute('aria-rowcount'), '10001')
  })

  it('does not load again by itself what could not be loaded', async () => {
    const shown = show('', {
      answer: ({ only, cursor }) => {
        if (only === 'summary') return answerOf({ columns, summary: summaryOf(9) })
        if (cursor === undefined) return answerOf({ columns, rows, nextCursor: 'next' })
        return new Refusal(400, 'VALIDATION_FAILED', 'No.')
      },
    })
    await userEvent.click(await screen.findByRole('button', { name: 'Show more' }))
    await waitFor(() => {
      assert.equal(inputs(shown).filter(({ cursor }) => cursor === 'next').length, 2)
    })
  })

  it('opens a cell with Enter, and changes the property', async () => {
    const shown = show('')
    const cell = await screen.findByRole('cell', { name: 'cost of Draw' })
    cell.focus()
    await userEvent.keyboard('{Enter}')
    const field = await within(cell).findByRole('textbox')
    await userEvent.clear(field)
    await userEvent.type(field, '7{Enter}')
    await waitFor(() => assert.deepEqual(changes(shown), [['Draw', { cost: 7 }]]))
  })

  it('closes a cell with Escape, without a change', async () => {
    const shown = show('')
    const cell = await screen.findByRole('cell', { name: 'status of Write' })
    cell.focus()
    await userEvent.keyboard('{Enter}')
    await within(cell).findByRole('textbox')
    await userEvent.keyboard('{Escape}')
    await waitFor(() => assert.equal(within(cell).queryByRole('textbox'), null))
    assert.equal(document.activeElement, cell)
    assert.deepEqual(changes(shown), [])
  })

  it('says when a property could not be changed', async () => {
    show('', { answers: { [setPath]: () => new Refusal(403, 'FORBIDDEN', 'You cannot.') } })
    const cell = await screen.findByRole('cell', { name: 'cost of Draw' })
    await userEvent.click(cell)
    const field = await within(cell).findByRole('textbox')
    await userEvent.type(field, '5{Enter}')
    assert.ok(await screen.findByText('Could not change the property'))
  })

  it('has cells to change only where the reader can', async () => {
    const locked = rows.map((row) => ({ ...row, isWritable: row.id === 'Draw' }))
    show('', {
      answer: (input) =>
        input.only === 'summary' ? usual(input) : answerOf({ columns, rows: locked }),
      isWritable: false,
    })
    await screen.findByRole('cell', { name: 'cost of Draw' })
    assert.equal(screen.queryByRole('cell', { name: 'cost of Write' }), null)
    assert.equal(screen.queryByRole('button', { name: 'Edit query' }), null)
    assert.equal(screen.queryByRole('button', { name: 'New page' }), null)
    assert.equal(within(screen.getByRole('table')).queryByRole('button'), null)
  })
})

describe('a view as a list', () => {
  it('has a line for each page, and more on request', async () => {
    const shown = show('show: list', {
      answer: ({ only, cursor }) => {
        if (only === 'summary') return answerOf({ columns, summary: summaryOf(4) })
        if (cursor === 'next') return answerOf({ columns, rows: [rowOf('Last')] })
        return answerOf({ columns, rows, nextCursor: 'next' })
      },
    })
    const lines = await screen.findAllByRole('listitem')
    assert.deepEqual(
      lines.map((line) => line.textContent),
      ['WriteDoing1', 'DrawDone2', 'PrintDoing3'],
    )
    await userEvent.click(screen.getByRole('button', { name: 'Show more' }))
    assert.ok(await screen.findByRole('link', { name: 'Last' }))
    assert.equal(inputs(shown).filter(({ cursor }) => cursor === 'next').length, 1)
  })
})

describe('a view as a board', () => {
  const groups = [groupOf('Doing', 2, { cost: { sum: 4 } }), groupOf('Done', 1), groupOf(null, 0)]
  const board = ({ only, group }: Input) => {
    if (only === 'summary') return answerOf({ columns, summary: summaryOf(3, { groups }) })
    const own = rows.filter(({ values }) => String(values['status']).toLowerCase() === group)
    return answerOf({ columns, rows: own })
  }

  it('needs something to group by', async () => {
    const shown = show('show: board')
    assert.ok(await screen.findByText(/^A board needs a property/))
    await userEvent.click(screen.getByText('Board', { exact: true }))
    assert.deepEqual(shown.written, [])
  })

  it('has a column for each group, with its pages and totals', async () => {
    show('show: board\ngroup: status\ntotals: {cost: sum}', { answer: board })
    const doing = await screen.findByRole('region', { name: 'Doing' })
    assert.ok(await within(doing).findByRole('link', { name: 'Print' }))
    assert.equal(within(doing).getAllByRole('listitem').length, 2)
    assert.ok(within(doing).getByText('Sum').textContent.includes('4'))
    assert.ok(within(doing).getAllByText('cost').length > 0)
    assert.equal(within(doing).queryByText('status'), null)
    const none = screen.getByRole('region', { name: 'No value' })
    assert.equal(within(none).queryByRole('listitem'), null)
  })

  it('moves a card to another column from its menu, and out of all', async () => {
    const shown = show('show: board\ngroup: status', { answer: board })
    await userEvent.click(await screen.findByRole('button', { name: 'Move Print' }))
    const menu = await screen.findByRole('menu')
    const items = within(menu).getAllByRole('menuitem')
    assert.deepEqual(
      items.map((item) => item.textContent),
      ['Done', 'No value'],
    )
    await userEvent.click(within(menu).getByRole('menuitem', { name: 'Done' }))
    await waitFor(() => assert.deepEqual(changes(shown), [['Print', { status: 'Done' }]]))
    assert.ok(screen.getByText('Moved Print to Done.'))
    await userEvent.click(await screen.findByRole('button', { name: 'Move Draw' }))
    await userEvent.click(await screen.findByRole('menuitem', { name: 'No value' }))
    await waitFor(() => assert.deepEqual(changes(shown)[1], ['Draw', { status: null }]))
  })

  it('says that it has more columns than it shows', async () => {
    show('show: board\ngroup: status', {
      answer: (input) =>
        input.only === 'summary'
          ? answerOf({ columns, summary: summaryOf(3, { groups, hasMoreGroups: true }) })
          : board(input),
    })
    assert.ok(await screen.findByText('Only the 100 largest groups are shown.'))
  })
})

describe('a view with groups', () => {
  const groups = [groupOf('Doing', 2, { cost: { sum: 4 } }), groupOf('Done', 1), groupOf(null, 0)]
  const grouped = ({ only, group, cursor }: Input) => {
    if (only === 'summary') return answerOf({ columns, summary: summaryOf(3, { groups }) })
    const own = rows.filter(({ values }) => String(values['status']).toLowerCase() === group)
    const isSplit = group === 'doing' && own.length > 1
    const part = isSplit ? (cursor === undefined ? own.slice(0, 1) : own.slice(1)) : own
    return answerOf({ columns, rows: part, nextCursor: isSplit && !cursor ? 'next' : null })
  }

  it('has a heading with number and totals above the pages of each group', async () => {
    const shown = show('group: status\ntotals: {cost: sum}', { answer: grouped })
    const doing = await screen.findByRole('rowheader', { name: /^Doing 2/ })
    assert.match(doing.textContent, /cost Sum 4/)
    assert.ok(await screen.findByRole('link', { name: 'Write' }))
    assert.equal(screen.queryByRole('link', { name: 'Print' }), null)
    await userEvent.click(screen.getByRole('button', { name: 'Show more' }))
    assert.ok(await screen.findByRole('link', { name: 'Print' }))
    assert.deepEqual(titles(), ['Write', 'Print', 'Draw'])
    assert.ok(screen.getByRole('rowheader', { name: 'No value 0' }))
    const asked = inputs(shown).flatMap(({ group }) => (group === undefined ? [] : [group]))
    assert.ok(!asked.includes(null), 'a group without pages is not loaded')
  })

  it('hides and shows the pages of a group from the keyboard', async () => {
    show('group: status', { answer: grouped })
    assert.ok(await screen.findByRole('link', { name: 'Draw' }))
    const head = screen.getByRole('button', { name: 'Done 1' })
    head.focus()
    await userEvent.keyboard('{Enter}')
    assert.equal(head.getAttribute('aria-expanded'), 'false')
    assert.equal(screen.queryByRole('link', { name: 'Draw' }), null)
    await userEvent.keyboard('{Enter}')
    assert.ok(await screen.findByRole('link', { name: 'Draw' }))
  })

  it('loads the first ten groups, and others when they are opened', async () => {
    const many = Array.from({ length: 30 }, (_, index) => groupOf(`Group ${index}`, 1))
    const shown = show('group: status', {
      answer: ({ only, group }) =>
        only === 'summary'
          ? answerOf({ columns, summary: summaryOf(30, { groups: many }) })
          : answerOf({ columns, rows: [rowOf(`In ${group}`)] }),
    })
    assert.ok(await screen.findByRole('link', { name: 'In group 9' }))
    assert.equal(inputs(shown).filter(({ group }) => group !== undefined).length, 10)
    await userEvent.click(screen.getByRole('button', { name: 'Group 20 1' }))
    assert.ok(await screen.findByRole('link', { name: 'In group 20' }))
  })

  it('is a list with a part for each group', async () => {
    show('group: status\nshow: list', { answer: grouped })
    const done = await screen.findByRole('region', { name: 'Done' })
    assert.ok(await within(done).findByRole('link', { name: 'Draw' }))
    assert.ok(screen.getByRole('region', { name: 'No value' }))
  })

  it('says why the pages of a group cannot be loaded', async () => {
    show('group: status', {
      answer: (input) =>
        input.only === 'summary' ? grouped(input) : new Refusal(404, 'PAGE_NOT_FOUND', 'No page.'),
    })
    await waitFor(() => assert.equal(screen.getAllByText('Could not load the view').length, 2))
  })

  it('changes a value in a row of a group', async () => {
    const shown = show('group: status', { answer: grouped })
    await userEvent.click(await screen.findByRole('cell', { name: 'cost of Draw' }))
    await userEvent.type(await screen.findByRole('textbox'), '5{Enter}')
    await waitFor(() => assert.deepEqual(changes(shown), [['Draw', { cost: 25 }]]))
  })

  it('says that no page matches', async () => {
    show('group: status', {
      answer: () => answerOf({ columns, summary: summaryOf(0, { groups: [groupOf('Done', 0)] }) }),
    })
    assert.ok(await screen.findByText('No pages match this view.'))
  })

  it('names the values of a checkbox', async () => {
    const boxes = [true, false].map((value) => ({ ...groupOf(String(value), 1), value }))
    show('group: done', {
      answer: ({ only }) =>
        only === 'summary'
          ? answerOf({ columns, summary: summaryOf(2, { groups: boxes }) })
          : answerOf({ columns, rows }),
    })
    assert.ok(await screen.findByRole('button', { name: 'Yes 1' }))
    assert.ok(screen.getByRole('button', { name: 'No 1' }))
  })
})

describe('the bar of a view', () => {
  it('changes the layout in the YAML', async () => {
    const shown = show('tag: task # open')
    const layout = await screen.findByRole('radiogroup', { name: 'Layout' })
    await userEvent.click(within(layout).getByRole('radio', { name: 'Board' }))
    assert.deepEqual(shown.written, ['tag: task # open\nshow: board'])
  })

  it('adds a page with the values of the query, and opens it', async () => {
    const shown = show('under: this\ntag: task\nwhere: {status: Doing, cost: {more than: 1}}')
    await userEvent.click(await screen.findByRole('button', { name: 'New page' }))
    await waitFor(() => assert.equal(shown.address(), '/pages/new'))
    const [created] = inputsOf(shown.asked, '/v1/pages/create')
    assert.equal(created?.['parentId'], 'p1')
    assert.deepEqual(changes(shown), [['new', { tags: ['task'], status: 'Doing' }]])
  })

  it('says when a page could not be added', async () => {
    show('', {
      answers: { '/v1/pages/create': () => new Refusal(403, 'FORBIDDEN', 'You cannot.') },
    })
    await userEvent.click(await screen.findByRole('button', { name: 'New page' }))
    assert.ok(await screen.findByText('Could not create the page'))
  })
})
