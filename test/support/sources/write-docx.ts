import { zipOf } from './write-zip.ts'

const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const word = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main'
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const namespaces = `xmlns:w="${word}" xmlns:r="${office}" xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math" xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:pic="http://schemas.openxmlformats.org/drawingml/2006/picture"`

const types = `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Default Extension="png" ContentType="image/png"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>`

const relationships = (list: string): string =>
  `${head}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${list}</Relationships>`

const relationship = (id: string, type: string, target: string, mode = ''): string =>
  `<Relationship Id="${id}" Type="${office}/${type}" Target="${target}"${mode}/>`

const style = (id: string, name: string): string =>
  `<w:style w:type="paragraph" w:styleId="${id}"><w:name w:val="${name}"/></w:style>`

const list = (id: number, format: string): string =>
  `<w:abstractNum w:abstractNumId="${id}">${[0, 1, 2].map((level) => `<w:lvl w:ilvl="${level}"><w:numFmt w:val="${format}"/></w:lvl>`).join('')}</w:abstractNum>`

export type DocxParts = {
  comment?: string
  pixel: Uint8Array
  properties?: string
  styles?: string
  /** Parts of the archive that replace those of their name. */
  parts?: Record<string, string>
}

/** A Word document with styles, lists, a link, an image and a footnote, as Word writes them. */
export function writeDocx(
  body: string,
  { comment = '', pixel, properties = '', styles = '', parts = {} }: DocxParts,
): Buffer {
  return zipOf({
    '[Content_Types].xml': head + types,
    '_rels/.rels': relationships(relationship('rId1', 'officeDocument', 'word/document.xml')),
    'docProps/core.xml': `${head}<cp:coreProperties xmlns:cp="http://schemas.openxmlformats.org/package/2006/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:dcterms="http://purl.org/dc/terms/" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">${properties}</cp:coreProperties>`,
    'word/_rels/document.xml.rels': relationships(
      [
        relationship('rIdStyles', 'styles', 'styles.xml'),
        relationship('rIdLists', 'numbering', 'numbering.xml'),
        relationship('rIdNotes', 'footnotes', 'footnotes.xml'),
        relationship('rIdImage', 'image', 'media/image1.png'),
        relationship('rIdLink', 'hyperlink', 'https://example.com/a', ' TargetMode="External"'),
        ...(comment === '' ? [] : [relationship('rIdComments', 'comments', 'comments.xml')]),
      ].join(''),
    ),
    'word/document.xml': `${head}<w:document ${namespaces}><w:body>${body}<w:sectPr/></w:body></w:document>`,
    'word/styles.xml': `${head}<w:styles ${namespaces}>${style('Title', 'Title')}${style('Heading1', 'heading 1')}${style('Heading2', 'heading 2')}${style('Quote', 'Quote')}${styles}</w:styles>`,
    'word/numbering.xml': `${head}<w:numbering ${namespaces}>${list(1, 'bullet')}${list(2, 'decimal')}<w:num w:numId="1"><w:abstractNumId w:val="1"/></w:num><w:num w:numId="2"><w:abstractNumId w:val="2"/></w:num></w:numbering>`,
    'word/footnotes.xml': `${head}<w:footnotes ${namespaces}><w:footnote w:id="2"><w:p><w:r><w:t>text</w:t></w:r></w:p></w:footnote></w:footnotes>`,
    'word/media/image1.png': pixel,
    ...(comment === ''
      ? {}
      : {
          'word/comments.xml': `${head}<w:comments ${namespaces}><w:comment w:id="0" w:author="Ada"><w:p><w:r><w:t>${comment}</w:t></w:r></w:p></w:comment></w:comments>`,
        }),
    ...parts,
  })
}
