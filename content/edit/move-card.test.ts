import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { boardOf } from '../board.ts'
import { editDocument } from '../edit.ts'
import { parseMarkdown } from '../parse-markdown.ts'
import { writeMarkdown } from '../write-markdown.ts'
import type { CardMove } from './move-card.ts'

const markdown =
  '## To do\n\n- [ ] Paint the wall\n- [ ] Paint the door\n\n## Doing\n\n- [ ] Sand\n\n## Done\n'

function move(change: Partial<CardMove>, text = markdown, isBoard = true) {
  const parsed = parseMarkdown(text)
  assert.ok(parsed.ok)
  const document = isBoard ? boardOf(parsed.document) : parsed.document
  const edit: CardMove = { mode: 'card', text: '', card: '', column: 'Done', ...change }
  const result = editDocument(document, edit)
  return result.ok ? writeMarkdown(result.document) : `${result.reason}: ${result.message}`
}

describe('a move of a card', () => {
  it('is refused on a page that is no board', () => {
    assert.match(move({ card: 'Sand' }, markdown, false), /^NOT_A_BOARD/)
  })

  it('is refused with the cards that there are', () => {
    assert.match(
      move({ card: 'Wash' }),
      /^TEXT_NOT_FOUND: .*"Paint the wall", "Paint the door", "Sand"/,
    )
    assert.match(move({ card: '' }), /^TEXT_NOT_FOUND/)
  })

  it('is refused where several cards match', () => {
    assert.match(move({ card: 'Paint' }), /^TEXT_AMBIGUOUS: 2 cards .*"Paint the wall"/)
  })

  it('is refused with the columns that there are', () => {
    const refused = move({ card: 'Sand', column: 'Later' })
    assert.match(refused, /^HEADING_NOT_FOUND: .*"To do", "Doing", "Done"/)
  })

  it('goes to the end of a column', () => {
    assert.equal(
      move({ card: 'Paint the wall' }),
      '## To do\n\n- [ ] Paint the door\n\n## Doing\n\n- [ ] Sand\n\n## Done\n\n- [ ] Paint the wall\n',
    )
  })

  it('goes to the start of a column', () => {
    assert.equal(
      move({ card: 'Sand', column: 'To do', position: 'first' }),
      '## To do\n\n- [ ] Sand\n- [ ] Paint the wall\n- [ ] Paint the door\n\n## Doing\n\n## Done\n',
    )
  })

  it('reorders the cards of a column', () => {
    assert.match(
      move({ card: 'Paint the wall', column: 'To do' }),
      /^## To do\n\n- \[ \] Paint the door\n- \[ \] Paint the wall\n/,
    )
  })

  it('takes a part of the text, a task in Markdown and a heading with its signs', () => {
    const done = /## Done\n\n- \[ \] Paint the wall\n$/
    assert.match(move({ card: 'the WALL' }), done)
    assert.match(move({ card: '- [ ] Paint the wall', column: '## Done' }), done)
  })
})
