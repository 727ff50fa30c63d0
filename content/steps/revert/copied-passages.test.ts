import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Passages } from './copied-passages.ts'
import { EarlierBlocks } from './earlier-blocks.ts'
import { type BlockText, sameLetters } from './same-letters.ts'

/** A text block with the parts in brackets, which are text of the run. */
function block(marked: string): BlockText {
  const parts: { from: number; to: number }[] = []
  let text = ''
  for (const [index, chunk] of marked.split(/[[\]]/).entries()) {
    if (index % 2 === 1) parts.push({ from: text.length, to: text.length + chunk.length })
    text += chunk
  }
  return { start: 1, text, parts }
}

/** The text with what was found in brackets. */
function marked({ text }: BlockText, found: readonly { from: number; to: number }[]): string {
  const isIn = (at: number) => found.some(({ from, to }) => at >= from && at < to)
  const letters = Array.from({ length: text.length }, (_, at) => {
    const [before, now] = [at > 0 && isIn(at - 1), isIn(at)]
    return `${before && !now ? ']' : ''}${!before && now ? '[' : ''}${text[at]}`
  })
  return letters.join('') + (isIn(text.length - 1) ? ']' : '')
}

function passagesOf(sources: readonly string[], text: string): string {
  const passages = new Passages()
  for (const source of sources) passages.add(block(source))
  return marked(block(text), passages.find(block(text)))
}

describe('Passages', () => {
  it('finds nothing without text of the run', () => {
    assert.equal(passagesOf([], 'One two three four five six'), 'One two three four five six')
    const source = 'One two three four five six'
    assert.equal(passagesOf([source], source), source)
  })

  it('finds five words in a row, and not four inside of others', () => {
    const source = '[One two three four five six]'
    assert.equal(
      passagesOf([source], 'He wrote: two three four five six, or so'),
      'He wrote: [two three four five six], or so',
    )
    assert.equal(
      passagesOf([source], 'Between two three four and more words'),
      'Between two three four and more words',
    )
  })

  it('marks only the words of the run among those that were copied', () => {
    assert.equal(
      passagesOf(['Ship the [very] small box now'], 'Do ship the very small box now, please'),
      'Do ship the [very] small box now, please',
    )
  })

  it('finds a short block that is the beginning or the end of a text', () => {
    const source = '[The agent wrote this sentence]'
    assert.equal(passagesOf([source], 'The agent'), '[The agent]')
    assert.equal(passagesOf([source], 'this sentence'), '[this sentence]')
    assert.equal(passagesOf([source], 'agent wrote'), 'agent wrote')
  })

  it('counts characters of scripts without spaces as words', () => {
    assert.equal(passagesOf(['[가나다라마바]'], '하가나다라마하'), '하[가나다라마]하')
    assert.equal(passagesOf(['[研究計画書類]'], '新研究計画書'), '新[研究計画書]')
  })

  it('finds what was copied from any of several texts', () => {
    const sources = ['[One two three four five]', '[Six seven eight nine ten]']
    assert.equal(
      passagesOf(sources, 'Six seven eight nine ten, then One two three four five'),
      '[Six seven eight nine ten], then [One two three four five]',
    )
  })
})

describe('sameLetters', () => {
  const found = (before: string, after: string): string => {
    const now = block(after)
    const letters = sameLetters([block(before)], [now])
    return marked(
      now,
      letters.map(({ at }) => ({ from: at, to: at + 1 })),
    )
  }

  it('leaves letters that are the same by chance', () => {
    assert.equal(found('x[abc]y', 'zabcw'), 'zabcw')
    assert.equal(found('[abcdef]', 'uvwxyz'), 'uvwxyz')
  })

  it('finds four letters in a row, and fewer at the edge of a block', () => {
    assert.equal(found('x[abcd]y', 'zabcdw'), 'z[abcd]w')
    assert.equal(found('[ab]xyz', 'abuvw'), '[ab]uvw')
    assert.equal(found('xyz[ab]', 'uvwab'), 'uvw[ab]')
  })

  it('finds one character that stands for a word and is there once', () => {
    assert.equal(found('x[가]y', 'z가w'), 'z[가]w')
    assert.equal(found('x[가]가y', 'z가가w').includes('['), false)
  })

  it('leaves digits that are the same in another number', () => {
    assert.equal(found('[$13.29]', '11:29'), '11:29')
    assert.equal(found('[v1.26.08] is out', 'v1.27.06 is in'), 'v1.27.06 is in')
    assert.equal(found('[$13.29]', 'for $13.29 now'), 'for [$13.29] now')
  })

  it('marks only what is text of the run', () => {
    assert.equal(
      found('Ada wrote [and the agent] this', 'Ada wrote and the agent that'),
      'Ada wrote [and the agent] that',
    )
  })

  it('compares no texts that are too long', () => {
    const long = 'ab'.repeat(10_001)
    assert.deepEqual(sameLetters([block(`[${long}]`)], [block(long)]), [])
  })
})

describe('EarlierBlocks', () => {
  function earlier(sources: readonly string[], text: string): string {
    const blocks = new EarlierBlocks()
    blocks.add(sources.map(block))
    return marked(block(text), blocks.find(block(text)))
  }

  it('finds nothing in a block that has few of the words', () => {
    assert.equal(earlier([], 'Call the bank'), 'Call the bank')
    assert.equal(earlier(['[Call the good bank now]'], 'Goods of the week'), 'Goods of the week')
    assert.equal(earlier(['Call the bank'], 'Call the bank'), 'Call the bank')
  })

  it('finds letters of the run that come back', () => {
    assert.equal(
      earlier(['Call the [good] bank'], 'Call the good bank soon'),
      'Call the [good] bank soon',
    )
    assert.equal(earlier(['가[나]다'], '가나하다'), '가[나]하다')
  })

  it('forgets what is long ago', () => {
    const others = Array.from({ length: 40 }, (_, number) => `[Other${number} text${number}]`)
    assert.equal(earlier(['[Call the bank]', ...others], 'Call the bank'), 'Call the bank')
    assert.equal(earlier([...others, '[Call the bank]'], 'Call the bank'), '[Call the bank]')
  })
})
