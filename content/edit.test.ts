import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { boardOf } from './board.ts'
import { checkDocument } from './document.ts'
import type { PageDocument } from './document.ts'
import { editDocument } from './edit.ts'
import type { Edit } from './edit.ts'
import { parseMarkdown } from './parse-markdown.ts'
import { schema } from './schema.ts'
import { writeMarkdown } from './write-markdown.ts'

function pageOf(markdown: string): PageDocument {
  const parsed = parseMarkdown(markdown)
  assert.ok(parsed.ok)
  return parsed.document
}

const source = '# Plan\n\nFirst.\n\n## Next\n\nOld *text*.\n\n- a\n\n## Later\n\nFirst things.\n'
const page = pageOf(source)

function readDocument(content: object): PageDocument {
  const checked = checkDocument(content)
  assert.ok(checked.ok)
  return checked.document
}

function edited(edit: Edit, document: PageDocument = page): PageDocument {
  const result = editDocument(document, edit)
  assert.ok(result.ok, result.ok ? '' : result.message)
  return result.document
}

describe('editDocument refuses', () => {
  function refusal(edit: Edit, document: PageDocument = page): [string, number] {
    const result = editDocument(document, edit)
    assert.ok(!result.ok)
    if (result.reason !== 'SUBSECTION_REPEATED') assert.match(result.message, /\.$/)
    return [result.reason, result.matches]
  }

  it('a heading that is not there, or is there twice', () => {
    assert.deepEqual(refusal({ mode: 'section', heading: 'None', text: '' }), [
      'HEADING_NOT_FOUND',
      0,
    ])
    const named = editDocument(page, { mode: 'append', heading: 'None', text: 'x' })
    assert.match(
      named.ok ? '' : named.message,
      /^No heading reads "None"\. The page has "Plan", "Next", "Later"\.$/,
    )
    const twice = pageOf('# A\n\n## A\n\n# A\n')
    assert.deepEqual(refusal({ mode: 'section', heading: 'A', text: '' }, twice), [
      'HEADING_AMBIGUOUS',
      3,
    ])
    assert.deepEqual(refusal({ mode: 'section', heading: '# A', text: '' }, twice), [
      'HEADING_AMBIGUOUS',
      2,
    ])
  })

  it('a text that repeats a sub-heading which stays on the page', () => {
    const text = 'New.\n\n## Later\n\nOther things.'
    const [reason] = refusal({ mode: 'section', heading: 'Plan', text })
    assert.equal(reason, 'SUBSECTION_REPEATED')
    const same = { mode: 'section', heading: 'Plan', includeSubsections: true, text } as const
    assert.equal(editDocument(page, same).ok, true)
  })

  it('a text that is not there, is empty, or is there more than once', () => {
    assert.deepEqual(refusal({ mode: 'replace', find: 'None', text: '' }), ['TEXT_NOT_FOUND', 0])
    assert.deepEqual(refusal({ mode: 'replace', find: '', text: 'a' }), ['TEXT_NOT_FOUND', 0])
    assert.deepEqual(refusal({ mode: 'replace', find: 'First', text: '' }), ['TEXT_AMBIGUOUS', 2])
  })

  it('Markdown that is too deep, and pages that would become too large', () => {
    assert.deepEqual(refusal({ mode: 'append', text: '> '.repeat(200) }), ['INVALID_MARKDOWN', 0])
    const full = pageOf('a\n\n'.repeat(20_000))
    assert.deepEqual(refusal({ mode: 'append', text: 'a\n\n'.repeat(20_000) }, full), [
      'INVALID_MARKDOWN',
      0,
    ])
  })
})

describe('editDocument', () => {
  it('appends and prepends, and leaves the other blocks the same objects', () => {
    const appended = edited({ mode: 'append', text: 'End.' })
    assert.equal(writeMarkdown(appended), `${source}\nEnd.\n`)
    const prepended = edited({ mode: 'prepend', text: 'Start.' })
    assert.equal(writeMarkdown(prepended), `Start.\n\n${source}`)
    for (const [index, block] of page.content.entries()) {
      assert.equal(appended.content[index], block)
      assert.equal(prepended.content[index + 1], block)
    }
  })

  it('fills an empty page', () => {
    assert.equal(writeMarkdown(edited({ mode: 'append', text: 'a' }, pageOf(''))), 'a\n')
  })

  it('replaces a section up to the next heading of its level', () => {
    const result = edited({ mode: 'section', heading: 'Next', text: 'New.\n\n### Deep\n' })
    assert.equal(
      writeMarkdown(result),
      '# Plan\n\nFirst.\n\n## Next\n\nNew.\n\n### Deep\n\n## Later\n\nFirst things.\n',
    )
    assert.equal(result.content[1], page.content[1])
    assert.equal(
      writeMarkdown(edited({ mode: 'section', heading: '## Later', text: '' })),
      source.replace('\nFirst things.\n', ''),
    )
  })

  it('leaves the sub-headings of a section, unless they are asked for', () => {
    const own = editDocument(page, { mode: 'section', heading: 'Plan', text: 'All.' })
    assert.ok(own.ok)
    assert.equal(writeMarkdown(own.document), source.replace('First.', 'All.'))
    assert.deepEqual(own.removed, { blocks: 1, headings: 0, tasks: 0 })
    const changed = editDocument(pageOf(source.replace('- a', '- [ ] a')), {
      mode: 'section',
      heading: 'Plan',
      includeSubsections: true,
      text: 'All.',
    })
    assert.ok(changed.ok)
    assert.equal(writeMarkdown(changed.document), '# Plan\n\nAll.\n')
    assert.deepEqual(changed.removed, { blocks: 6, headings: 2, tasks: 1 })
  })

  it('drops the heading of the section from the start of the text', () => {
    const wanted = source.replace('First things.', 'New.')
    for (const heading of ['## Later', '# Later']) {
      const text = `${heading}\n\nNew.`
      assert.equal(writeMarkdown(edited({ mode: 'section', heading: 'Later', text })), wanted)
    }
    const deeper = edited({ mode: 'section', heading: 'Later', text: '### Later\n\nNew.' })
    assert.equal(writeMarkdown(deeper), source.replace('First things.', '### Later\n\nNew.'))
    const added = edited({ mode: 'append', heading: 'Later', text: '## Later\n\nNew.' })
    assert.equal(writeMarkdown(added), `${source}\nNew.\n`)
  })

  it('adds at the end and the start of a section', () => {
    const end = edited({ mode: 'append', heading: 'Next', text: 'End.' })
    assert.equal(writeMarkdown(end), source.replace('- a', '- a\n\nEnd.'))
    const start = edited({ mode: 'prepend', heading: '## Next', text: 'Start.' })
    assert.equal(writeMarkdown(start), source.replace('Old', 'Start.\n\nOld'))
    const own = edited({ mode: 'append', heading: 'Plan', text: 'Second.' })
    assert.equal(writeMarkdown(own), source.replace('First.', 'First.\n\nSecond.'))
    const subtree = { heading: 'Plan', includeSubsections: true } as const
    const last = edited({ mode: 'append', ...subtree, text: 'Last.' })
    assert.equal(writeMarkdown(last), `${source}\nLast.\n`)
  })

  const lists: [string, string, string, string][] = [
    ['items with another marker', '- a\n- b\n', '* c\n+ d', '- a\n- b\n- c\n\n* d\n'],
    ['numbers', '1. a\n2. b\n', '7) c', '1. a\n2. b\n3. c\n'],
    ['tasks', '- [x] a\n', '- [ ] b', '- [x] a\n- [ ] b\n'],
    [
      'tasks to a list with and without boxes',
      '- [x] a\n- b\n',
      '- [ ] c',
      '- [x] a\n- b\n- [ ] c\n',
    ],
    ['items with words behind them', '- a\n', '- b\n\nEnd.', '- a\n- b\n\nEnd.\n'],
    ['items set apart', '- a\n\n- b\n', '- c', '- a\n\n- b\n\n- c\n'],
    ['another kind of list not', '- a\n', '1. b', '- a\n\n1. b\n'],
  ]
  for (const [what, before, text, after] of lists) {
    it(`joins what it appends to the list above: ${what}`, () => {
      assert.equal(writeMarkdown(edited({ mode: 'append', text }, pageOf(before))), after)
    })
  }

  it('joins lists above the empty paragraph of an editor, in a section, and when it prepends', () => {
    const list = pageOf('- a\n')
    const typed = { ...list, content: [...list.content, { type: 'paragraph' }] }
    const appended = edited({ mode: 'append', text: '- b' }, typed)
    assert.equal(writeMarkdown(appended), '- a\n- b\n')
    assert.deepEqual(appended.content.at(-1), { type: 'paragraph' })
    assert.equal(
      writeMarkdown(edited({ mode: 'prepend', text: 'Top\n\n- b' }, list)),
      'Top\n\n- b\n- a\n',
    )
    const inside = edited({ mode: 'append', heading: 'Next', text: '* b' })
    assert.equal(writeMarkdown(inside), source.replace('- a', '- a\n- b'))
  })

  it('makes rows of a table of rows that are appended to it', () => {
    const table = '| Item | Count |\n| - | -: |\n| Eggs | 1 |\n'
    const append = (text: string) => writeMarkdown(edited({ mode: 'append', text }, pageOf(table)))
    assert.equal(append('| Cargo | 9 |'), `${table}| Cargo | 9 |\n`)
    assert.equal(append('| A \\| B | 9 |\n| C |'), `${table}| A \\| B | 9 |\n| C | |\n`)
    assert.equal(append('| Cargo | 9 |\n\nMore.'), `${table}| Cargo | 9 |\n\nMore.\n`)
    const other = '| Name | Age |\n| - | - |\n| Ann | 9 |\n'
    assert.equal(append(other), `${table}\n${other}`, 'a table of its own')
    assert.match(append('| one | two | three |'), /three/, 'no cell is lost')
    const section = pageOf(`## A\n\n${table}\n## B\n\nText.`)
    const inside = edited({ mode: 'append', heading: 'A', text: '| Cargo | 9 |' }, section)
    assert.equal(writeMarkdown(inside), `## A\n\n${table}| Cargo | 9 |\n\n## B\n\nText.\n`)
  })

  it('finds a heading in other letters if none is exact', () => {
    const other = edited({ mode: 'append', heading: '## NEXT', text: 'b' })
    assert.equal(writeMarkdown(other), source.replace('- a', '- a\n\nb'))
    const twins = pageOf('# People\n\n# PEOPLE\n')
    const exact = edited({ mode: 'append', heading: 'PEOPLE', text: 'x' }, twins)
    assert.equal(writeMarkdown(exact), '# People\n\n# PEOPLE\n\nx\n')
    const unclear = editDocument(twins, { mode: 'append', heading: 'people', text: 'x' })
    assert.equal(unclear.ok ? '' : unclear.reason, 'HEADING_AMBIGUOUS')
  })

  it('replaces each occurrence of a text, and leaves other blocks as they are', () => {
    const first = edited({ mode: 'replace', find: 'First', text: 'Last', all: true })
    assert.equal(writeMarkdown(first), source.replaceAll('First', 'Last'))
    assert.equal(first.content[2], page.content[2], 'the same object')
    const overlapping = pageOf('aaa aa\n\nb\n\naa\n')
    const replaced = edited({ mode: 'replace', find: 'aa', text: 'x', all: true }, overlapping)
    assert.equal(writeMarkdown(replaced), 'xa x\n\nb\n\nx\n')
    const joined = edited({ mode: 'replace', find: '\n\n', text: ' ', all: true }, overlapping)
    assert.equal(writeMarkdown(joined), 'aaa aa b aa\n')
    const removed = edited(
      { mode: 'replace', find: 'aa', text: '', all: true },
      pageOf('aa\n\naa\n'),
    )
    assert.equal(writeMarkdown(removed).trim(), '')
    const one = edited({ mode: 'replace', find: 'Old', text: 'New', all: true })
    assert.equal(writeMarkdown(one), source.replace('Old', 'New'))
  })

  it('replaces each occurrence as if it replaced one after the other', () => {
    const blocks = [
      'x',
      '- x\n- y x',
      '> x',
      '| x | y |\n| - | - |\n| x x | z |',
      '# x',
      'none',
      '`x`',
    ]
    for (let first = 0; first < blocks.length; first += 1) {
      for (let second = 0; second < blocks.length; second += 1) {
        const markdown = `${blocks[first]}\n\n${blocks[second]}\n\nend x\n`
        const document = pageOf(markdown)
        const all = edited({ mode: 'replace', find: 'x', text: 'word', all: true }, document)
        assert.equal(
          writeMarkdown(all),
          writeMarkdown(pageOf(writeMarkdown(document).replaceAll('x', 'word'))),
        )
      }
    }
  })

  it('replaces a text in the Markdown of the page, across blocks too', () => {
    const result = edited({ mode: 'replace', find: 'Old *text*', text: 'New **text**' })
    assert.equal(writeMarkdown(result), source.replace('Old *text*', 'New **text**'))
    assert.equal(result.content[0], page.content[0])
    assert.equal(result.content[5], page.content[5])
    const across = edited({ mode: 'replace', find: '*text*.\n\n- a', text: 'words.' })
    assert.equal(writeMarkdown(across), source.replace('*text*.\n\n- a', 'words.'))
    assert.equal(
      writeMarkdown(edited({ mode: 'replace', find: 'First.\n\n', text: '' })),
      source.replace('First.\n\n', ''),
    )
  })

  it('keeps the spaces at the ends of lines, where somebody may be typing', () => {
    const text = (value: string) => ({ type: 'text', text: value })
    const paragraph = (...content: object[]) => ({ type: 'paragraph', content })
    const documentOf = (...content: object[]) => readDocument({ type: 'doc', content })
    const list = (value: string) => ({
      type: 'bulletList',
      attrs: { tight: true },
      content: [{ type: 'listItem', content: [paragraph(text(value))] }],
    })
    const typed = documentOf(
      paragraph(text('The draft costs 5,000 and ')),
      paragraph(text(' Ship it '), { type: 'hardBreak' }, text('on 1 May. ')),
      list('Ask Bob about the draft '),
      paragraph(text(' ')),
    )
    const expected: [Edit, PageDocument][] = [
      [
        { mode: 'replace', find: 'draft costs 5,000', text: 'text costs 8,000' },
        documentOf(paragraph(text('The text costs 8,000 and ')), ...typed.content.slice(1)),
      ],
      [
        { mode: 'replace', find: '1 May', text: '2 May' },
        documentOf(
          ...typed.content.slice(0, 1),
          paragraph(text(' Ship it '), { type: 'hardBreak' }, text('on 2 May. ')),
          ...typed.content.slice(2),
        ),
      ],
      [
        { mode: 'replace', find: ' about the draft', text: '' },
        documentOf(...typed.content.slice(0, 2), list('Ask Bob '), ...typed.content.slice(3)),
      ],
      [
        { mode: 'body', text: 'The draft costs 8,000 and\n\n- Ask Bob about the price' },
        documentOf(paragraph(text('The draft costs 8,000 and ')), list('Ask Bob about the price ')),
      ],
    ]
    const written = (document: PageDocument) =>
      JSON.stringify(schema.nodeFromJSON(document).toJSON(), undefined, 2)
    for (const [edit, document] of expected) {
      assert.equal(written(edited(edit, typed)), written(document))
    }
    // No space comes to a line that is new.
    const other = edited({ mode: 'body', text: 'Something else.' }, typed)
    assert.deepEqual(other, pageOf('Something else.'))
  })

  it('knows the footnotes of the rest of the page', () => {
    const notes = pageOf('a[^1]\n\n[^1]: b\n')
    const result = edited({ mode: 'replace', find: 'a[', text: 'c[' }, notes)
    assert.equal(writeMarkdown(result), 'c[^1]\n\n[^1]: b\n')
  })

  const board = () => boardOf(pageOf('## To do\n\n- [ ] a\n\n## Done\n\n- [x] b\n'))

  it('edits a board through its Markdown', () => {
    const more = edited({ mode: 'append', text: '## More\n\n- [ ] c' }, board())
    assert.equal(
      writeMarkdown(more),
      '## To do\n\n- [ ] a\n\n## Done\n\n- [x] b\n\n## More\n\n- [ ] c\n',
    )
    const ticked = edited({ mode: 'replace', find: '[ ] a', text: '[x] a' }, board())
    assert.equal(writeMarkdown(ticked), '## To do\n\n- [x] a\n\n## Done\n\n- [x] b\n')
  })

  it('replaces a whole body, and leaves a board a board', () => {
    const replaced = editDocument(page, { mode: 'body', text: 'All.' })
    assert.ok(replaced.ok)
    assert.equal(writeMarkdown(replaced.document), 'All.\n')
    assert.deepEqual(replaced.removed, { blocks: 7, headings: 3, tasks: 0 })
    const columns = edited({ mode: 'body', text: '## New\n\n- [ ] c' }, board())
    assert.deepEqual(
      columns.content.map(({ type }) => type),
      ['kanbanColumn'],
    )
  })

  it('adds cards to the column it is told, and refuses to guess one', () => {
    const added = edited({ mode: 'append', heading: 'To do', text: '- [ ] c' }, board())
    assert.equal(writeMarkdown(added), '## To do\n\n- [ ] a\n- [ ] c\n\n## Done\n\n- [x] b\n')
    const first = edited({ mode: 'prepend', heading: 'Done', text: '- [x] c' }, board())
    assert.equal(writeMarkdown(first), '## To do\n\n- [ ] a\n\n## Done\n\n- [x] c\n- [x] b\n')
    for (const text of ['- [ ] c', '### Deep\n\n- c', '- [ ] c\n\n## More']) {
      for (const mode of ['append', 'prepend'] as const) {
        const refused = editDocument(board(), { mode, text })
        assert.ok(!refused.ok)
        assert.equal(refused.reason, 'COLUMN_REQUIRED')
        assert.match(refused.message, /Name one of "To do", "Done", or begin/)
      }
    }
  })

  it('finds text in another Unicode form and with other line endings', () => {
    const cases: [markdown: string, find: string, expected: string][] = [
      ['the cafe\u0301 is open', 'caf\u00e9', 'the bar is open\n'],
      ['the caf\u00e9 is open', 'cafe\u0301', 'the bar is open\n'],
      ['one\ntwo three', 'one\r\ntwo', 'bar three\n'],
      ['한글 쓰기'.normalize('NFD'), '한글', `bar ${'쓰기'.normalize('NFD')}\n`],
    ]
    for (const [markdown, find, expected] of cases) {
      for (const all of [true, false]) {
        const result = editDocument(pageOf(markdown), { mode: 'replace', find, text: 'bar', all })
        assert.ok(result.ok, result.ok ? '' : result.message)
        assert.equal(writeMarkdown(result.document), expected)
      }
    }
  })

  it('finds a heading that is named with its marks', () => {
    const document = pageOf('## **Bold** `code`\n\nd\n\n## [Link](/x) &amp; *été*\n')
    for (const heading of [
      '**Bold** `code`',
      '## **Bold** `code`',
      '[Link](/x) & *été*',
      'Bold code',
    ]) {
      const result = editDocument(document, { mode: 'append', heading, text: 'new' })
      assert.ok(result.ok, result.ok ? '' : result.message)
    }
    const unknown = editDocument(document, { mode: 'append', heading: '**None**', text: 'new' })
    assert.equal(unknown.ok, false)
  })
})
