import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { convertTexts } from '../../../../../test/support/sources/files.ts'
import { writeDocx } from '../../../../../test/support/sources/write-docx.ts'
import { zipOf } from '../../../../../test/support/sources/write-zip.ts'
import { splitFrontMatter } from '../../../document/front-matter.ts'

const pixel = Buffer.from('89504e470d0a1a0a', 'hex')
const line = (text: string, style = ''): string =>
  `<w:p>${style === '' ? '' : `<w:pPr><w:pStyle w:val="${style}"/></w:pPr>`}<w:r><w:t>${text}</w:t></w:r></w:p>`

describe('a Word document', () => {
  it('is a file beside the others if it is damaged, and no document', async () => {
    const { files, warnings } = await convertTexts({
      'broken.docx': 'x',
      'empty.docx': zipOf({ 'a.xml': '<a/>' }),
      'half.docx': writeDocx(line('a'), { pixel }).subarray(0, 500),
      'a/~$open.docx': 'x',
      'good.docx': writeDocx(line('Text'), { pixel }),
    })
    assert.deepEqual(Object.keys(files), [
      'a/~$open.md',
      'broken.docx',
      'empty.docx',
      'good.md',
      'half.docx',
    ])
    assert.equal(files['good.md'], 'Text\n')
    assert.deepEqual(warnings.toSorted(), [
      'broken.docx was not converted: The file is not a zip archive. Choose a zip file.',
      'empty.docx was not converted: The file is damaged.',
      'half.docx was not converted: The archive is damaged or incomplete. Export or download it again.',
    ])
  })

  it('has its author, dates and keywords as properties, and its title', async () => {
    const properties =
      '<dc:title>A template</dc:title><dc:creator>Ada Lovelace</dc:creator><cp:keywords>plan; launch</cp:keywords><dcterms:created xsi:type="dcterms:W3CDTF">2025-11-03T10:00:00Z</dcterms:created><dcterms:modified xsi:type="dcterms:W3CDTF">2025-11-04T10:00:00Z</dcterms:modified>'
    const { files } = await convertTexts({
      'a/Report.docx': writeDocx(
        line('The report', 'Title') + line('One', 'Heading1') + line('Text'),
        {
          pixel,
          properties,
        },
      ),
    })
    const { attributes, body } = splitFrontMatter(files['a/Report.md'] ?? '')
    assert.deepEqual(
      { ...attributes },
      {
        author: 'Ada Lovelace',
        created: '2025-11-03T10:00:00Z',
        updated: '2025-11-04T10:00:00Z',
        tags: ['plan', 'launch'],
        quire: { title: 'The report' },
      },
    )
    assert.equal(body, '# One\n\nText\n')
  })
})
