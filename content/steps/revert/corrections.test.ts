import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Transform } from 'prosemirror-transform'
import { nodeOf, pastChanges, writerOf } from '../../../test/support/reverts/past-changes.ts'
import { schema } from '../../schema.ts'
import { writeMarkdown } from '../../write-markdown.ts'
import { isMapOf, whollyBy, type Writer } from '../attribution.ts'
import type { PastChange } from './past-change.ts'
import { revertChanges } from './revert-changes.ts'
import { takeBack } from './take-back.ts'

const [ada, agent, bob] = [writerOf('ada'), writerOf('agent'), writerOf('bob')]

function reverted(first: string, ...changes: (readonly [Writer, string])[]) {
  const base = nodeOf(first)
  return resultOf(base, pastChanges(base, changes, agent))
}

function resultOf(base: ReturnType<typeof nodeOf>, past: readonly PastChange[]) {
  const { doc, attribution, remaining } = revertChanges(base, whollyBy(base, ada), past, ada)
  doc.check()
  assert.ok(isMapOf(attribution, doc))
  const locations = remaining.flatMap(({ location }) => location ?? [])
  const taken = takeBack(doc, locations).doc
  taken.check()
  return {
    markdown: writeMarkdown(doc.toJSON()).trim(),
    taken: writeMarkdown(taken.toJSON()).trim(),
    listed: remaining.map(({ reason, text, before, writer }) => [
      reason,
      text,
      ...(before === undefined ? [] : [before]),
      writer?.userId,
    ]),
  }
}

const table = (cell: string) => `| Item | Price |\n| - | - |\n| Rent | ${cell} |`

/** Replaces ranges of a document in steps of their own. */
function typing(base: ReturnType<typeof nodeOf>) {
  const past: PastChange[] = []
  const typed = { past, doc: base }
  const type = (writer: Writer, from: number, to: number, text: string) => {
    const tr = new Transform(typed.doc)
    if (text === '') tr.delete(from, to)
    else tr.replaceWith(from, to, schema.text(text))
    past.push({ writer, steps: tr.steps, isReverted: writer === agent })
    typed.doc = tr.doc
  }
  return { typed, past, type }
}

describe('the revert of words that others corrected', () => {
  const cases: [base: string, run: string, corrected: string, text: string, before: string][] = [
    [
      'The budget is 5,000 euros.',
      'The budget is 9,000 euros.',
      'The budget is 8,000 euros.',
      '8,000 euros',
      '5,000 euros',
    ],
    ['Due 2026-12-01', 'Due 2027-01-15', 'Due 2027-02-15', '2027-02-15', '2026-12-01'],
    ['Monday', 'Tuesday', 'Thursday', 'Thursday', 'Monday'],
    ['It is stable.', 'It is unstable.', 'It is usable.', 'usable', 'stable'],
    ['Version v1.2.3.', 'Version v1.3.0.', 'Version v1.3.1.', 'v1.3.1', 'v1.2.3'],
    ['Бюджет 5000 руб.', 'Бюджет 9000 руб.', 'Бюджет 8000 руб.', '8000 руб.', '5000 руб.'],
    ['الموعد الاثنين مساء', 'الموعد الثلاثاء مساء', 'الموعد الخميس مساء', 'الخميس', 'الاثنين'],
    ['Meet at **noon** today.', 'Meet at **nine** today.', 'Meet at **ten** today.', 'ten', 'noon'],
    ['Run `build` now.', 'Run `check` now.', 'Run `test` now.', 'test', 'build'],
    ['- [ ] Pay 100 now', '- [ ] Pay 200 now', '- [ ] Pay 150 now', '150', '100'],
    [table('100'), table('200'), table('150'), '150', '100'],
  ]
  for (const [base, run, corrected, text, before] of cases) {
    it(`keeps the correction of “${run}” to “${corrected}”`, () => {
      const { markdown, listed } = reverted(base, [agent, run], [bob, corrected])
      assert.equal(markdown, corrected)
      assert.deepEqual(listed, [['corrected', text, before, 'bob']])
    })
  }

  it('keeps words of others apart and in order where the sentence of the run goes', () => {
    const { markdown } = reverted(
      'Start end.',
      [agent, 'Start alpha beta gamma end.'],
      [bob, 'Start alpine beta gamma end.'],
      [ada, 'Start alpine better gamma end.'],
      [bob, 'Start alpine better golf end.'],
    )
    assert.equal(markdown, 'Start alpine better golf end.')
  })

  it('keeps words of others in one paragraph and in order where that of the run goes', () => {
    const { markdown } = reverted(
      'Start.',
      [agent, 'Start.\n\nalpha beta gamma'],
      [bob, 'Start.\n\nalpine beta gamma'],
      [ada, 'Start.\n\nalpine better gamma'],
    )
    assert.equal(markdown, 'Start.\n\nalpine better')
  })

  it('returns the other words that the run changed', () => {
    const { markdown, listed } = reverted(
      'Pay 5,000 euros on Friday to Ben.',
      [agent, 'Send 9,000 euros on Monday to Ben.'],
      [bob, 'Send 8,000 euros on Monday to Ben.'],
    )
    assert.equal(markdown, 'Pay 8,000 euros on Friday to Ben.')
    assert.deepEqual(listed, [['corrected', '8,000 euros', '5,000 euros', 'bob']])
  })

  it('lists the word before the run after several changes of both', () => {
    const { markdown, listed } = reverted(
      'It costs 10 today.',
      [agent, 'It costs 20 today.'],
      [agent, 'It costs 30 today.'],
      [bob, 'It costs 40 today.'],
      [ada, 'It costs 45 today.'],
      [agent, 'It costs 50 today.'],
    )
    assert.equal(markdown, 'It costs 45 today.')
    assert.deepEqual(listed, [['corrected', '45', '10', 'ada']])
  })

  it('lists nothing where others wrote what stood there before', () => {
    const { markdown, listed } = reverted(
      'It costs 10 today.',
      [agent, 'It costs 20 today.'],
      [bob, 'It costs 10 today.'],
    )
    assert.equal(markdown, 'It costs 10 today.')
    assert.deepEqual(listed, [])
  })

  it('keeps one word of a paragraph that the run wrote anew apart from what returns', () => {
    const { markdown, listed } = reverted(
      'Ada wrote these few words about the garden.',
      [agent, 'Nobody could ever have planned another building like this.'],
      [bob, 'Nobody could ever have planned another cathedral like this.'],
    )
    assert.match(markdown, /\bAda wrote these few words about the garden\b/)
    assert.match(markdown, /\bcathedral\b/)
    assert.deepEqual(listed, [['inside', 'cathedral', 'bob']])
  })

  it('keeps a sentence that others rewrote completely, and offers the former one', () => {
    const base = 'Ada wrote these few words about the garden and its walls.'
    const run = 'Nobody could ever have planned another building like this.'
    for (const rewritten of [
      'We sell it.',
      'The old house stands on a hill, and nobody has lived in it for many years now.',
      'We sell the building like this.',
    ]) {
      const { markdown, listed } = reverted(base, [agent, run], [bob, rewritten])
      assert.equal(markdown, rewritten)
      const [[reason, text, before, writer] = []] = listed
      assert.equal(listed.length, 1)
      assert.deepEqual([reason, writer], ['corrected', 'bob'])
      assert.ok(rewritten.startsWith(text ?? '') && base.startsWith(before ?? ''), `${before}`)
      assert.ok((before ?? '').length > base.length - 3)
    }
  })

  it('keeps a sentence among others that somebody rewrote', () => {
    const page = (middle: string) => `One stays here.\n\nFirst part. ${middle} Last part.`
    const { markdown, listed } = reverted(
      page('The rent is 5,000 euros for each month of the year.'),
      [agent, page('You must pay a lot of money to them every week.')],
      [bob, page('Nothing is due.')],
    )
    assert.equal(markdown, page('Nothing is due.'))
    assert.equal(listed.length, 1)
  })

  it('keeps a sentence that somebody typed after they deleted that of the run', () => {
    const base = nodeOf('The rent is 5,000 euros for each month of the year.')
    const past = pastChanges(
      base,
      [[agent, 'You must pay a lot of money to them every week.']],
      agent,
    )
    let doc = past
      .flatMap(({ steps }) => steps)
      .reduce((tr, step) => tr.step(step), new Transform(base)).doc
    const type = (change: (tr: Transform) => void) => {
      const tr = new Transform(doc)
      change(tr)
      past.push({ writer: bob, steps: tr.steps, isReverted: false })
      doc = tr.doc
    }
    type((tr) => tr.delete(1, doc.content.size - 1))
    for (const [index, letter] of Array.from('Free now').entries()) {
      type((tr) => tr.insert(1 + index, schema.text(letter)))
    }
    const { markdown, listed } = resultOf(base, past)
    assert.equal(markdown, 'Free now')
    assert.deepEqual(listed, [
      ['corrected', 'Free now', 'The rent is 5,000 euros for each month of the year.', 'bob'],
    ])
  })

  it('lists a corrected word of text that the run added', () => {
    const { markdown, listed } = reverted(
      'The rent is paid.',
      [agent, 'The rent of 9,000 euros is paid.'],
      [bob, 'The rent of 8,000 euros is paid.'],
    )
    assert.equal(markdown, 'The rent 8,000 euros is paid.')
    assert.deepEqual(listed, [['inside', '8,000 euros', 'bob']])
  })

  it('lists a word that was corrected back in text that the run added', () => {
    const { listed } = reverted(
      'The rent is paid.',
      [agent, 'The rent of 7,000 euros is paid.'],
      [bob, 'The rent of 8,000 euros is paid.'],
      [agent, 'The rent of 9,000 euros is paid.'],
      [bob, 'The rent of 8,000 euros is paid.'],
    )
    assert.deepEqual(listed, [['inside', '8,000 euros', 'bob']])
  })

  it('keeps a word whole that someone typed into a word of the run, letter by letter', () => {
    for (const isRunTyped of [false, true]) {
      const base = nodeOf('Call on Monday, please.')
      const { typed, past, type } = typing(base)
      if (isRunTyped) {
        type(agent, 9, 12, '')
        type(agent, 9, 9, 'Tues')
      } else type(agent, 9, 15, 'Tuesday')
      type(bob, 10, 12, '')
      type(bob, 10, 10, 'h')
      type(bob, 11, 11, 'ur')
      assert.equal(typed.doc.textContent, 'Call on Thursday, please.')
      const { markdown, listed } = resultOf(base, past)
      assert.equal(markdown, 'Call on Thursday, please.')
      assert.deepEqual(listed, [['corrected', 'Thursday', 'Monday', 'bob']])
    }
  })

  it('leaves a space between words where the run wrote it', () => {
    const base = nodeOf('One two.')
    const past = pastChanges(
      base,
      [
        [agent, 'One (by the run) two.'],
        [bob, 'One (bob1 by the run bob2) two.'],
      ],
      agent,
    )
    assert.doesNotMatch(resultOf(base, past).markdown, /bob1bob2|bob2two|Onebob1/)
  })
})

describe('the revert of words that others deleted', () => {
  const page = (middle: string) => `# Plan\n\nOne stays here.\n\n${middle}\n\nThe end.`
  const cases: [base: string, run: string, byBob: string, before: string, taken?: string][] = [
    ['It costs 5,000 today.', 'It costs 9,000 today.', 'It costs today.', '5,000'],
    ['Due on Monday.', 'Due on Tuesday.', 'Due on.', 'Monday'],
    ['Call Ann or Ben.', 'Call Cem or Ben.', 'Call or Ben.', 'Ann'],
    ['Meet at **noon** today.', 'Meet at **nine** today.', 'Meet at today.', 'noon'],
    [table('100'), table('200'), table(''), '100'],
    ['- Pay 100\n- Rest', '- Pay 200\n- Rest', '- Pay\n- Rest', '100'],
    [
      page('The rent is 5,000 euros.'),
      page('The rent is 9,000 euros.'),
      '# Plan\n\nOne stays here.\n\nThe end.',
      '5,000 euros',
      page('5,000 euros'),
    ],
    [
      page('Ada wrote these few words about the garden.'),
      page('Nobody could ever have planned another building.'),
      '# Plan\n\nOne stays here.\n\nThe end.',
      'Ada wrote these few words about the garden.',
    ],
    [
      page('Nothing is due. Ada wrote these words. Last one.'),
      page('Nothing is due. Another sentence is here now! Last one.'),
      page('Nothing is due. Last one.'),
      'Ada wrote these words.',
    ],
  ]
  for (const [base, run, byBob, before, taken = base] of cases) {
    it(`offers what stood there before “${run.slice(-60)}”`, () => {
      const result = reverted(base, [agent, run], [bob, byBob])
      assert.equal(result.markdown, markdownOf(byBob))
      assert.deepEqual(result.listed, [['corrected', '', before, 'bob']])
      assert.equal(result.taken, markdownOf(taken))
    })
  }

  it('offers nothing for words that the run only added', () => {
    const { markdown, listed } = reverted(
      'The rent is paid.',
      [agent, 'The rent of 9,000 euros is paid.'],
      [bob, 'The rent is paid.'],
    )
    assert.deepEqual([markdown, listed], ['The rent is paid.', []])
  })

  it('returns the words beside them, and the text of which others left some words of the run', () => {
    for (const [base, run, byBob, expected, listed] of [
      [
        'Pay 5,000 euros on Friday noon.',
        'Send 9,000 euros on Monday night.',
        'Send 9,000 euros on Monday.',
        'Pay 5,000 euros on Friday.',
        [['corrected', '', 'noon', 'bob']],
      ],
      ['Due Monday.', 'Due next Tuesday.', 'Due Tuesday.', 'Due Monday.', []],
    ] as const) {
      const result = reverted(base, [agent, run], [bob, byBob])
      assert.equal(result.markdown, expected)
      assert.deepEqual(result.listed, listed)
    }
  })

  it('lists a word that somebody deleted letter by letter, or after it was typed', () => {
    for (const isRunTyped of [false, true]) {
      const base = nodeOf('Call on Monday, please.')
      const { past, type } = typing(base)
      if (isRunTyped) {
        type(agent, 9, 15, '')
        for (const [index, letter] of Array.from('Tuesday').entries()) {
          type(agent, 9 + index, 9 + index, letter)
        }
      } else type(agent, 9, 15, 'Tuesday')
      for (let to = 16; to > 9; to -= 1) type(bob, to - 1, to, '')
      const { markdown, listed } = resultOf(base, past)
      assert.equal(markdown, 'Call on , please.')
      assert.deepEqual(listed, [['corrected', '', 'Monday', 'bob']])
    }
  })

  it('lists what others wrote where they had deleted a word', () => {
    const { markdown, listed, taken } = reverted(
      'It costs 5,000 today.',
      [agent, 'It costs 9,000 today.'],
      [bob, 'It costs today.'],
      [ada, 'It costs nothing today.'],
    )
    assert.equal(markdown, 'It costs nothing today.')
    assert.deepEqual(listed, [['corrected', 'nothing', '5,000', 'ada']])
    assert.equal(taken, 'It costs 5,000 today.')
  })

  it('returns a paragraph that others only split', () => {
    const { markdown } = reverted(
      page('Ada wrote these few words about the garden.'),
      [agent, page('Nobody could ever have planned another building.')],
      [bob, page('Nobody could ever\n\nhave planned another building.')],
    )
    assert.equal(markdown, page('Ada wrote these few words about the garden.'))
  })
})

function markdownOf(markdown: string): string {
  return writeMarkdown(nodeOf(markdown).toJSON()).trim()
}
