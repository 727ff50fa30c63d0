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

  it('leaves hidden text hidden, whatever hides it', async () => {
    const styles =
      '<w:style w:type="character" w:styleId="Secret"><w:name w:val="Secret"/><w:rPr><w:vanish/></w:rPr></w:style>' +
      '<w:style w:type="paragraph" w:styleId="Draft"><w:name w:val="Draft"/><w:rPr><w:vanish w:val="1"/></w:rPr></w:style>'
    const run = (text: string, properties: string) =>
      `<w:r><w:rPr>${properties}</w:rPr><w:t xml:space="preserve">${text}</w:t></w:r>`
    const body =
      `<w:p>${run('shown', '<w:vanish w:val="0"/>')}${run(' one', '<w:vanish/>')}${run(' two', '<w:rStyle w:val="Secret"/>')}` +
      `${run(' page', '<w:webHidden/>')}${run(' three', '<w:rStyle w:val="Secret"/><w:vanish w:val="false"/>')}</w:p>` +
      `${line('four', 'Draft')}${line('end')}`
    const { files, losses } = await convertTexts({
      'a.docx': writeDocx(body, { pixel, styles }),
    })
    assert.equal(files['a.md'], 'shown page three\n\nend\n')
    assert.deepEqual(losses, [{ path: 'a.docx', kind: 'hidden text', outcome: 'lost', count: 3 }])
  })

  it('has formulas in sentences and on lines of their own', async () => {
    const formula = (text: string) => `<m:oMath><m:r><m:t>${text}</m:t></m:r></m:oMath>`
    const body =
      `<w:p><w:r><w:t xml:space="preserve">Area </w:t></w:r>${formula('a=b')}</w:p>` +
      `<w:p><m:oMathPara>${formula('c&lt;d')}</m:oMathPara></w:p>` +
      `<w:p><w:r><w:t xml:space="preserve">so </w:t></w:r><m:oMathPara>${formula('e')}</m:oMathPara></w:p>${line('\ue000')}`
    const { files, losses } = await convertTexts({ 'a.docx': writeDocx(body, { pixel }) })
    assert.equal(files['a.md'], 'Area $a=b$\n\n$$\nc<d\n$$\n\nso $e$\n\n\ue000\n')
    assert.deepEqual(losses, [])
  })

  it('has its comments as threads at their words', async () => {
    const about = (id: number, text: string) =>
      `<w:commentRangeStart w:id="${id}"/><w:r><w:t>${text}</w:t></w:r><w:commentRangeEnd w:id="${id}"/><w:r><w:commentReference w:id="${id}"/></w:r>`
    const comment = (id: number, by: string, key: string, text: string) =>
      `<w:comment w:id="${id}" w:author="${by}" w:date="2026-01-0${id + 1}T10:00:00Z"><w:p w14:paraId="${key}"><w:r><w:t>${text}</w:t></w:r></w:p></w:comment>`
    const body = `<w:p><w:r><w:t xml:space="preserve">The </w:t></w:r>${about(0, 'launch')}${about(1, ' date')}</w:p>`
    const comments = `<w:comments xmlns:w="w" xmlns:w14="w14">${comment(0, 'Ada', 'A', 'Why *now*?')}${comment(1, 'Bo', 'B', 'Done')}${comment(2, 'Cy', 'C', 'Soon')}</w:comments>`
    const extended =
      '<w15:commentsEx xmlns:w15="w15"><w15:commentEx w15:paraId="C" w15:paraIdParent="A" w15:done="0"/><w15:commentEx w15:paraId="B" w15:done="1"/></w15:commentsEx>'
    const { files, losses } = await convertTexts({
      'a.docx': writeDocx(body, {
        pixel,
        comment: 'x',
        parts: { 'word/comments.xml': comments, 'word/commentsExtended.xml': extended },
      }),
    })
    const { attributes, body: text } = splitFrontMatter(files['a.md'] ?? '')
    assert.equal(text, 'The launch date\n')
    assert.deepEqual(losses, [])
    assert.deepEqual(JSON.parse(JSON.stringify(attributes)), {
      quire: {
        comments: [
          {
            quote: 'launch',
            thread: [
              { by: 'Ada', at: '2026-01-01T10:00:00Z', text: 'Why \\*now\\*?' },
              { by: 'Cy', at: '2026-01-03T10:00:00Z', text: 'Soon' },
            ],
          },
          {
            quote: 'date',
            resolved: true,
            thread: [{ by: 'Bo', at: '2026-01-02T10:00:00Z', text: 'Done' }],
          },
        ],
      },
    })
  })
})
