import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { convertTexts } from '../../../../../test/support/sources/files.ts'
import { writeDocx } from '../../../../../test/support/sources/write-docx.ts'
import { writeZip, zipOf } from '../../../../../test/support/sources/write-zip.ts'
import { splitFrontMatter } from '../../../document/front-matter.ts'
import { openArchive } from '../archive/open-archive.ts'

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
      'a/~$open.docx',
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

  it('is no page if it is packed too tightly, or has too many parts, and says so soon', async () => {
    const letters = 'abcdefghijklmnopqrstuvwxyz0123456789'
    let seed = 1
    const noise = () => {
      seed = (seed * 48_271) % 2_147_483_647
      return letters[seed % letters.length] ?? ''
    }
    const varied = () => `<w:p><w:r><w:t>${noise()}${noise()}${noise()}${noise()}</w:t></w:r></w:p>`
    const { files, warnings } = await convertTexts({
      'bomb.docx': writeDocx('<w:p><w:r><w:t>a</w:t></w:r></w:p>'.repeat(240_000), { pixel }),
      'deep.docx': writeDocx(`${'<w:sdt>'.repeat(1000)}${'</w:sdt>'.repeat(1000)}`, { pixel }),
      'good.docx': writeDocx(line('Text'), { pixel }),
      'many.docx': writeDocx(Array.from({ length: 60_000 }, varied).join(''), { pixel }),
    })
    assert.equal(files['good.md'], 'Text\n')
    assert.deepEqual(warnings.toSorted(), [
      'bomb.docx was not converted: word/document.xml is packed so tightly that it is not a document. Remove it from the archive.',
      'deep.docx was not converted: The parts of the document are nested too deeply.',
      'many.docx was not converted: The document has too many parts for a page. Split it into several documents.',
    ])
  })

  it('is damaged if it has more in a file than its archive states', async () => {
    const drawing = `<w:p><w:r><w:drawing><wp:inline><wp:docPr id="1" name="A"/><a:graphic><a:graphicData><pic:pic><pic:blipFill><a:blip r:embed="rIdImage"/></pic:blipFill></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing></w:r></w:p>`
    const image = 'word/media/image1.png'
    const larger = async (body: string) => {
      const files = await openArchive(writeDocx(body, { pixel }))
      const entries = files
        .paths()
        .map(async (name) =>
          name === image
            ? { name, content: Buffer.alloc(1_000_000), statedSize: 10 }
            : { name, content: await files.read(name) },
        )
      return writeZip(await Promise.all(entries))
    }
    const docx = await larger(line('Text'))
    const bomb = await larger(drawing)
    const converted = await convertTexts({ 'hidden.docx': docx, 'shown.docx': bomb })
    assert.deepEqual(Object.keys(converted.files), ['hidden.md', 'shown.docx'])
    assert.deepEqual(converted.warnings, [
      'shown.docx was not converted: The archive is damaged or incomplete. Export or download it again.',
    ])
    assert.deepEqual(converted.losses, [
      { path: 'shown.docx', kind: 'page content', outcome: 'lost', count: 1 },
    ])
  })

  it('has a page of its own beside one with the same name', async () => {
    const docx = writeDocx(line('Text'), { pixel })
    const { files } = await convertTexts({ 'a.docx': docx, 'a.DOCX': docx })
    assert.deepEqual(Object.keys(files), ['a 2.md', 'a.md'])
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
