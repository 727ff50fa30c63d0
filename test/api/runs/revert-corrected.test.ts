import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { addPage, markdownOf, storedPage } from '../../support/pages.ts'
import { addPerson, type Person } from '../../support/people.ts'
import { type AgentRuns, agentRuns } from '../../support/reverts/agent-runs.ts'
import { addKey, startServer, type TestServer } from '../../support/server.ts'

let quire: TestServer
let calls: AgentRuns
let bob: Person
before(async () => {
  quire = await startServer({ rateLimit: 0 })
  calls = agentRuns(quire, await addKey(quire))
  bob = await addPerson(quire, 'Bob', 'MEMBER')
})
after(() => quire.close())

/** The page after the revert of a run that Bob corrected, and what the preview listed. */
async function reverted(first: string, run: readonly string[], byBob: readonly string[]) {
  const pageId = await addPage(quire, 'Plan', { markdown: first })
  const asAgent = calls.newRun()
  const body = async (text: string) => {
    const { version } = await storedPage(quire, pageId)
    return { pageId, mode: 'body', text, expectedVersion: version }
  }
  for (const text of run) await asAgent('/v1/pages/edit', await body(text))
  const runId = await calls.runOf(pageId)
  for (const text of byBob) await calls.write('/v1/pages/edit', await body(text), bob.key)
  const corrected = await markdownOf(quire, pageId)
  const { pages } = await calls.preview({ runId })
  assert.equal(await markdownOf(quire, pageId), corrected, 'the preview changes something')
  const result = await calls.revert({ runId })
  assert.deepEqual(result.pages, pages, 'the preview is not the result')
  const again = await calls.revert({ runId })
  assert.deepEqual(
    again.pages.filter(({ actions }) => actions.length > 0),
    [],
    'a second revert has something to do',
  )
  const listed = pages.flatMap(({ remaining }) => remaining)
  for (const { userId } of listed) assert.equal(userId, bob.userId)
  return {
    markdown: (await markdownOf(quire, pageId)).trim(),
    listed: listed.map((one) => [one.reason, one.text, one.before]),
  }
}

describe('the revert of a run whose words others corrected', () => {
  const cases: [
    before: string,
    run: string,
    corrected: string,
    after: string,
    offered: string[],
  ][] = [
    [
      'The budget is 5,000 euros.',
      'The budget is 9,000 euros.',
      'The budget is 8,000 euros.',
      'The budget is 8,000 euros.',
      ['8,000 euros', '5,000 euros'],
    ],
    [
      'Due 2026-12-01',
      'Due 2027-01-15',
      'Due 2027-02-15',
      'Due 2027-02-15',
      ['2027-02-15', '2026-12-01'],
    ],
    ['Monday', 'Tuesday', 'Thursday', 'Thursday', ['Thursday', 'Monday']],
    ['It is stable.', 'It is unstable.', 'It is usable.', 'It is usable.', ['usable', 'stable']],
    [
      'Version v1.2.3.',
      'Version v1.3.0.',
      'Version v1.3.1.',
      'Version v1.3.1.',
      ['v1.3.1', 'v1.2.3'],
    ],
    [
      'Am Freitag um 9:00.',
      'Am Montag um 9:00.',
      'Am Dienstag um 9:00.',
      'Am Dienstag um 9:00.',
      ['Dienstag', 'Freitag'],
    ],
    [
      'Бюджет 5000 руб.',
      'Бюджет 9000 руб.',
      'Бюджет 8000 руб.',
      'Бюджет 8000 руб.',
      ['8000 руб.', '5000 руб.'],
    ],
    ['预算是五千元。', '预算是九千元。', '预算是八千元。', '预算是八千元。', ['八千元', '五千元']],
    [
      'Meet at **noon** today.',
      'Meet at **nine** today.',
      'Meet at **ten** today.',
      'Meet at **ten** today.',
      ['ten', 'noon'],
    ],
    [
      '- [ ] Pay 100 now',
      '- [ ] Pay 200 now',
      '- [ ] Pay 150 now',
      '- [ ] Pay 150 now',
      ['150', '100'],
    ],
  ]
  for (const [first, run, corrected, result, offered] of cases) {
    it(`keeps the correction of “${run}” to “${corrected}”`, async () => {
      const { markdown, listed } = await reverted(first, [run], [corrected])
      assert.equal(markdown, result)
      assert.deepEqual(listed, [['corrected', ...offered]])
    })
  }

  it('returns the other words that the run changed', async () => {
    const { markdown, listed } = await reverted(
      'Pay 5,000 euros on Friday to Ben.',
      ['Send 9,000 euros on Monday to Ben.'],
      ['Send 8,000 euros on Monday to Ben.'],
    )
    assert.equal(markdown, 'Pay 8,000 euros on Friday to Ben.')
    assert.deepEqual(listed, [['corrected', '8,000 euros', '5,000 euros']])
  })

  it('keeps a cell of a table that others corrected', async () => {
    const table = (cell: string) => `| Item | Price |\n| - | - |\n| Rent | ${cell} |`
    const { markdown, listed } = await reverted(table('100'), [table('200')], [table('150')])
    assert.equal(markdown, table('150'))
    assert.deepEqual(listed, [['corrected', '150', '100']])
  })

  it('keeps what others wrote in a word of the run after several changes of both', async () => {
    const { markdown, listed } = await reverted(
      'The price is 10 today.',
      ['The price is 20 today.', 'The price is 30 today.'],
      ['The price is 40 today.', 'The price is 45 today.'],
    )
    assert.equal(markdown, 'The price is 45 today.')
    assert.deepEqual(listed, [['corrected', '45', '10']])
  })

  it('returns the word if others wrote what stood there before', async () => {
    const text = 'The price is 10 today.'
    const { markdown, listed } = await reverted(text, ['The price is 20 today.'], [text])
    assert.equal(markdown, text)
    assert.deepEqual(listed, [])
  })

  it('keeps one word of a paragraph that the run wrote anew, apart from what returns', async () => {
    const { markdown, listed } = await reverted(
      'Ada wrote these few words about the garden.',
      ['Nobody could ever have planned another building like this.'],
      ['Nobody could ever have planned another cathedral like this.'],
    )
    assert.equal(markdown, 'Ada wrote these few words about the garden.\n\ncathedral')
    assert.deepEqual(
      listed.map(([, text]) => text),
      ['cathedral'],
    )
  })
})

describe('the revert of a run that changed blocks, which others corrected', () => {
  const table = (marks: string) => `| Item | Price |\n| - | ${marks} |\n| Rent | 100 |`
  const cases: [name: string, before: string, run: string, corrected: string, lines: string[]][] = [
    ['the level of a heading', '# Plan', '## Plan', '### Plan', ['### Plan', '# Plan']],
    ['a paragraph as a heading', 'Plan', '# Plan', '## Plan', ['## Plan', 'Plan']],
    ['the language of code', '```js\na\n```', '```ts\na\n```', '```py\na\n```', ['```py', '```js']],
    [
      'the kind of a callout',
      '> [!NOTE]\n> Text',
      '> [!TIP]\n> Text',
      '> [!WARNING]\n> Text',
      ['> [!WARNING]', '> [!NOTE]'],
    ],
    ['the first number of a list', '1. One', '3. One', '5. One', ['5. One', '1. One']],
    [
      'the alignment of a column',
      table(':-'),
      table(':-:'),
      table('-:'),
      ['| - | -: |', '| - | :- |'],
    ],
    ['a formula', '$$\na\n$$', '$$\nb\n$$', '$$\nc\n$$', ['c', 'a']],
  ]
  for (const [name, first, run, corrected, lines] of cases) {
    it(`keeps ${name} and lists it`, async () => {
      const { markdown, listed } = await reverted(first, [run], [corrected])
      assert.equal(markdown, corrected)
      assert.deepEqual(listed, [['corrected', ...lines]])
    })
  }

  it('reverts also where one of the kinds cannot hold what the other can', async () => {
    const code = '```\na\n```'
    for (const [first, run, ...corrected] of [
      [code, 'a', '# a', '# **a**'],
      [code, 'a', '# a ![b](https://example.com/b.png)'],
      ['**a**', '# **a**', code],
      ['a\\\nb', '# a', '```\na b\n```'],
      ['# **a**', '**a**', code],
    ] as const) {
      assert.match((await reverted(first, [run], corrected)).markdown, /a/)
    }
  })

  it('lists nothing if others set what was there before, or changed something else', async () => {
    const back = await reverted('# Plan', ['## Plan'], ['# Plan'])
    assert.deepEqual([back.markdown, back.listed], ['# Plan', []])
    const apart = await reverted('# Plan\n\nText', ['## Plan\n\nText'], ['## Plan\n\nMore text'])
    assert.deepEqual([apart.markdown, apart.listed], ['# Plan\n\nMore text', []])
  })
})
