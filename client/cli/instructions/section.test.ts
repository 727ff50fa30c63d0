import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { isEdited, readSection, writeSection } from './section.ts'

describe('the section of a file with instructions', () => {
  it('is not found without its beginning, or without its end', () => {
    const written = writeSection('', 'Be brief.')
    const [first = '', ...rest] = written.split('\n')
    for (const file of [
      '',
      'Text.\n',
      `${first}\n`,
      rest.join('\n'),
      first.replace('sha256', 'md5'),
    ])
      assert.equal(readSection(file), undefined, file)
  })

  it('is added at the end, and replaced where it is', () => {
    const added = writeSection('# Ours\n\nText.\n', 'Be brief.')
    assert.match(
      added,
      /^# Ours\n\nText\.\n\n<!-- quire:[^]* -->\nBe brief\.\n<!-- \/quire:[^]*-->\n$/,
    )
    const moved = `${added}\nMore of ours.\n`
    const next = writeSection(moved, 'Be\nbriefer.')
    assert.equal(next.replace('Be\nbriefer.', ''), next.replace(/Be\nbriefer\./, ''))
    assert.match(next, /^# Ours\n\nText\.\n\n<[^]*>\nBe\nbriefer\.\n<[^]*>\n\nMore of ours\.\n$/)
    assert.equal(writeSection(next, 'Be\nbriefer.'), next)
  })

  it('is removed with the instructions, and the rest stays', () => {
    assert.equal(writeSection('Text.\n', null), 'Text.\n')
    assert.equal(writeSection(writeSection('Text.\n', 'Be brief.'), null), 'Text.\n\n')
  })

  it('is known to be edited, also with its own marks in the text', () => {
    const text = 'A\n<!-- /quire:instructions -->\n<!-- quire:instructions sha256-0 -->\nB'
    const file = writeSection('', text)
    const section = readSection(file)
    assert.ok(section !== undefined)
    assert.deepEqual([section.text, isEdited(section)], [`${text}\n`, false])
    const edited = readSection(file.replace('B', 'C'))
    assert.ok(edited !== undefined && isEdited(edited))
  })
})
