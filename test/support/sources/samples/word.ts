import type { Sample } from './sample.ts'

const run = (text: string, properties = ''): string =>
  `<w:r>${properties === '' ? '' : `<w:rPr>${properties}</w:rPr>`}<w:t xml:space="preserve">${text}</w:t></w:r>`
const paragraph = (content: string, properties = ''): string =>
  `<w:p>${properties === '' ? '' : `<w:pPr>${properties}</w:pPr>`}${content}</w:p>`
const item = (text: string, level: number, list: number): string =>
  paragraph(run(text), `<w:numPr><w:ilvl w:val="${level}"/><w:numId w:val="${list}"/></w:numPr>`)
const cell = (text: string, properties = ''): string =>
  `<w:tc>${properties === '' ? '' : `<w:tcPr>${properties}</w:tcPr>`}${paragraph(run(text))}</w:tc>`
const row = (cells: string, properties = ''): string =>
  `<w:tr>${properties === '' ? '' : `<w:trPr>${properties}</w:trPr>`}${cells}</w:tr>`

/** The body of a Word document. */
export const wordSamples: readonly Sample[] = [
  {
    block: 'Headings and text',
    source: paragraph(run('One'), '<w:pStyle w:val="Heading2"/>') + paragraph(run('Text')),
    markdown: '## One\n\nText\n',
  },
  {
    block: 'Bold, italic, strikethrough, code',
    source: paragraph(
      run('a', '<w:b/>') + run(' ') + run('b', '<w:i/>') + run(' ') + run('c', '<w:strike/>'),
    ),
    markdown: '**a** *b* ~~c~~\n',
  },
  {
    block: 'Underline',
    source: paragraph(run('a', '<w:u w:val="single"/>')),
    markdown: '<u>a</u>\n',
  },
  {
    block: 'Highlight',
    source: paragraph(run('a', '<w:highlight w:val="yellow"/>')),
    markdown: '<mark>a</mark>\n',
  },
  {
    block: 'Text color',
    source: paragraph(run('a', '<w:color w:val="FF0000"/>')),
    markdown: 'a\n',
    isLost: true,
  },
  {
    block: 'Superscript',
    source: paragraph(run('x') + run('2', '<w:vertAlign w:val="superscript"/>')),
    markdown: 'x<sup>2</sup>\n',
  },
  {
    block: 'External link',
    source: paragraph(`<w:hyperlink r:id="rIdLink">${run('a')}</w:hyperlink>`),
    markdown: '[a](https://example.com/a)\n',
  },
  {
    block: 'Image',
    source: paragraph(
      '<w:r><w:drawing><wp:inline><wp:docPr id="1" name="A" descr="A pixel"/><a:graphic><a:graphicData><pic:pic><pic:blipFill><a:blip r:embed="rIdImage"/></pic:blipFill></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing></w:r>',
    ),
    markdown: '![A pixel](Report%20images/image%201.png)\n',
  },
  {
    block: 'Lists and tasks',
    source: item('a', 0, 1) + item('b', 1, 2) + item('c', 0, 1),
    markdown: '- a\n  1. b\n- c\n',
  },
  {
    block: 'Quote',
    source: paragraph(run('a'), '<w:pStyle w:val="Quote"/>'),
    markdown: '> a\n',
  },
  {
    block: 'Table',
    source: `<w:tbl>${row(cell('a') + cell('b'), '<w:tblHeader/>')}${row(cell('c') + cell('d'))}</w:tbl>`,
    markdown: '| a | b |\n| - | - |\n| c | d |\n',
  },
  {
    block: 'Merged cells',
    source: `<w:tbl>${row(cell('a', '<w:gridSpan w:val="2"/>'))}${row(cell('b') + cell('c'))}</w:tbl>`,
    markdown:
      '<table>\n<tr>\n<td colspan="2">\n\na\n\n</td>\n</tr>\n<tr>\n<td>\n\nb\n\n</td>\n<td>\n\nc\n\n</td>\n</tr>\n</table>\n',
  },
  {
    block: 'Footnote',
    source: paragraph(run('a') + '<w:r><w:footnoteReference w:id="2"/></w:r>'),
    markdown: 'a[^2]\n\n[^2]: text\n',
  },
  {
    block: 'Formula',
    source: paragraph(`${run('a ')}<m:oMath><m:r><m:t>x</m:t></m:r></m:oMath>`),
    markdown: 'a $x$\n',
  },
  {
    block: 'Hidden text',
    source: paragraph(run('a') + run('b', '<w:vanish/>')),
    markdown: 'a\n',
    isLost: true,
  },
  {
    block: 'Tracked changes',
    source: paragraph(
      `${run('a')}<w:ins w:id="1" w:author="Ada">${run('b')}</w:ins><w:del w:id="2" w:author="Ada"><w:r><w:delText>c</w:delText></w:r></w:del>`,
    ),
    markdown: 'ab\n',
    as: 'accepted',
  },
  {
    block: 'Comment',
    source: paragraph(
      `<w:commentRangeStart w:id="0"/>${run('a')}<w:commentRangeEnd w:id="0"/><w:r><w:commentReference w:id="0"/></w:r>`,
    ),
    markdown: 'a\n',
  },
]
