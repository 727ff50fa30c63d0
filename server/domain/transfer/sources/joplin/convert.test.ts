import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { convertTexts } from '../../../../../test/support/sources/files.ts'
import {
  type ItemInput,
  joplinId,
  writeItem,
  writeItems,
  writeTar,
} from '../../../../../test/support/sources/samples/joplin.ts'
import { splitFrontMatter } from '../../../document/front-matter.ts'

const id = joplinId
const note = (digit: string, title: string, body = '', fields: ItemInput['fields'] = {}) => ({
  id: id(digit),
  type: 1,
  title,
  body,
  fields,
})
const notebook = (digit: string, title: string, parent = '', fields: ItemInput['fields'] = {}) => ({
  id: id(digit),
  type: 2,
  title,
  fields: { parent_id: parent === '' ? '' : id(parent), ...fields },
})

const items = writeItems(
  notebook('1', 'Work'),
  notebook('2', 'Plans: A/B', '1', { icon: '{"emoji":"🚀","name":"rocket"}' }),
  note('3', 'First', `See [x](:/${id('4')}), [y](:/${id('2')}) and ![z](:/${id('5')})`, {
    parent_id: id('2'),
    created_time: '2024-01-02T03:04:05.678Z',
    updated_time: '2024-02-03T04:05:06.789Z',
    user_created_time: '2023-01-02T03:04:05.678Z',
    author: 'Ada',
    source_url: 'https://example.com/?a=b',
    latitude: '48.10000000',
    longitude: '11.50000000',
    is_todo: 1,
    todo_completed: 1704164645000,
    todo_due: 1704251045000,
  }),
  note('4', 'Alone', '# Heading\n\na: b\n\nid: no field\n', { latitude: '0.00000000', is_todo: 0 }),
  {
    id: id('5'),
    type: 4,
    title: 'photo 1.png',
    fields: { mime: 'image/png', file_extension: 'png' },
  },
  { id: id('6'), type: 5, title: 'two words' },
  { id: id('7'), type: 5, title: 'a' },
  { id: id('8'), type: 6, fields: { note_id: id('3'), tag_id: id('6') } },
  { id: id('9'), type: 6, fields: { note_id: id('3'), tag_id: id('7') } },
)
const folder = { ...items, [`resources/${id('5')}.png`]: 'pixel' }

describe('an export of Joplin', () => {
  it('makes notebooks pages with their notes below them, and keeps what is known of them', async () => {
    const { kind, files, losses, warnings } = await convertTexts(folder)
    assert.equal(kind, 'joplin')
    assert.deepEqual([losses, warnings], [[], []])
    assert.deepEqual(Object.keys(files), [
      'Alone.md',
      'Work/Plans- A-B/First.md',
      'Work/Plans- A-B/index.md',
      'Work/index.md',
      'files/photo 1.png',
    ])
    const first = splitFrontMatter(files['Work/Plans- A-B/First.md'] ?? '')
    assert.deepEqual(
      { ...first.attributes },
      {
        created: '2023-01-02T03:04:05.678Z',
        updated: '2024-02-03T04:05:06.789Z',
        author: 'Ada',
        tags: ['a', 'two words'],
        source: 'https://example.com/?a=b',
        location: '48.10000000, 11.50000000',
        completed: true,
        'completed at': '2024-01-02T03:04:05.000Z',
        due: '2024-01-03T03:04:05.000Z',
        quire: { order: 1 },
      },
    )
    assert.equal(
      first.body,
      'See [x](../../Alone.md), [y](index.md) and ![z](../../files/photo%201.png)',
    )
    const alone = splitFrontMatter(files['Alone.md'] ?? '')
    assert.deepEqual(alone.attributes['quire'], { title: 'Alone', order: 2 })
    assert.equal(alone.body, '# Heading\n\na: b\n\nid: no field\n')
    assert.deepEqual(
      splitFrontMatter(files['Work/Plans- A-B/index.md'] ?? '').attributes['quire'],
      {
        title: 'Plans: A/B',
        icon: '🚀',
        order: 1,
      },
    )
  })

  it('reads an archive as the folder that it contains, also among several', async () => {
    const unpacked = await convertTexts(folder)
    const packed = await convertTexts({ 'notes.jex': writeTar(folder) })
    assert.deepEqual(packed.files, unpacked.files)
    const several = await convertTexts({
      'a.jex': writeTar(writeItems(note('a', 'A'))),
      'b.jex': writeTar(writeItems(note('b', 'B', `[A](:/${id('a')})`))),
    })
    assert.equal(splitFrontMatter(several.files['B.md'] ?? '').body, '[A](A.md)')
  })

  it('orders notes as a person did, and puts notebooks first', async () => {
    const { files } = await convertTexts(
      writeItems(
        note('3', 'A', '', { order: 5 }),
        note('4', 'B', '', { order: 9 }),
        note('5', 'C'),
        notebook('1', 'Z'),
      ),
    )
    const orders = Object.entries(files).map(([path, text]) => {
      const { order } = Object(splitFrontMatter(text).attributes['quire'])
      return [path, order]
    })
    assert.deepEqual(orders, [
      ['A.md', 3],
      ['B.md', 2],
      ['C.md', 4],
      ['Z.md', 1],
    ])
  })

  it('reads notes in HTML', async () => {
    const { files } = await convertTexts({
      ...folder,
      ...writeItems(
        note(
          'a',
          'Web',
          `<p>a <a href=":/${id('4')}">b</a> <img src=":/${id('5')}" width="30"></p>`,
          {
            markup_language: 2,
          },
        ),
      ),
    })
    assert.equal(
      splitFrontMatter(files['Web.md'] ?? '').body,
      'a [b](Alone.md) <img src="files/photo%201.png" width="30">\n',
    )
  })

  it('reports what is encrypted, in the trash, missing or of another kind', async () => {
    const { files, losses, warnings } = await convertTexts(
      writeItems(
        note('3', 'Good'),
        note('4', 'Old', '', { deleted_time: 1704164645000 }),
        {
          id: id('5'),
          type: 1,
          fields: { encryption_applied: 1, encryption_cipher_text: 'JED01' },
        },
        { id: id('6'), type: 4, title: 'gone.pdf' },
        { id: id('7'), type: 4, title: 'secret.pdf', fields: { encryption_blob_encrypted: 1 } },
        { id: id('8'), type: 13, fields: { item_id: id('3') } },
      ),
    )
    assert.deepEqual(Object.keys(files), ['Good.md'])
    assert.deepEqual(
      losses.map(({ path, kind }) => [path, kind]),
      [
        ['gone.pdf', 'missing file'],
        ['secret.pdf', 'encrypted file'],
      ],
    )
    assert.deepEqual(warnings, [
      '1 item skipped: encrypted. In Joplin, decrypt the notes and export them again.',
      '1 item skipped: in the trash of Joplin.',
      '1 item skipped: neither notes nor files, such as earlier versions of notes.',
    ])
  })

  it('keeps notebooks that are in each other, and notes without one, at the top', async () => {
    const { files } = await convertTexts(
      writeItems(
        notebook('1', 'A', '2'),
        notebook('2', 'B', '1'),
        notebook('3', 'C', '3'),
        note('4', 'D', '', { parent_id: id('f') }),
      ),
    )
    assert.deepEqual(Object.keys(files), ['A.md', 'B.md', 'C.md', 'D.md'])
  })

  it('skips what is no item, and reads fields with line breaks and other line ends', async () => {
    const { files, warnings } = await convertTexts({
      ...writeItems(note('3', 'A', 'b', { author: 'x\\ny\\\\nz' })),
      [`${id('4')}.md`]: writeItem(note('4', 'Windows', 'one\n\ntwo')).replaceAll('\n', '\r\n'),
      [`${id('5')}.md`]: 'no fields',
    })
    assert.equal(splitFrontMatter(files['A.md'] ?? '').attributes['author'], 'x\ny\\nz')
    assert.equal(splitFrontMatter(files['Windows.md'] ?? '').body, 'one\n\ntwo')
    assert.deepEqual(warnings, [
      `${id('5')}.md was skipped: it is no item of Joplin, or too large.`,
    ])
  })

  it('rejects an archive that is damaged', async () => {
    const complete = writeTar(folder)
    for (const bytes of [
      complete.subarray(0, 700),
      Buffer.from('x'.repeat(2000)),
      Buffer.alloc(0),
    ]) {
      await assert.rejects(convertTexts({ 'a.jex': bytes }), {
        code: 'VALIDATION_FAILED',
        message: /damaged or incomplete/,
      })
    }
  })
})
