import { createHash } from 'node:crypto'
import type { Sample } from './sample.ts'

/** A file of a note. */
export type NoteFile = { mimeType: string; name?: string; content: string | Uint8Array }

/** What a note is made of; the rest is XML within `note`. */
export type NoteInput = {
  title: string
  /** ENML without its root. */
  content?: string
  files?: readonly NoteFile[]
  /** XML after the content, such as tags. */
  after?: string
}

/** The hash by which a note names a file. */
export function hashOf(content: string | Uint8Array): string {
  return createHash('md5').update(content).digest('hex')
}

/** An export in the documented form, version 3 of its document type. */
export function writeEnex(...notes: readonly NoteInput[]): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE en-export SYSTEM "http://xml.evernote.com/pub/evernote-export3.dtd">
<en-export export-date="20250102T030405Z" application="Evernote" version="10.120.4">
${notes.map(writeNote).join('\n')}
</en-export>
`
}

function writeNote({ title, content = '', files = [], after = '' }: NoteInput): string {
  const enml = `<?xml version="1.0" encoding="UTF-8" standalone="no"?>
<!DOCTYPE en-note SYSTEM "http://xml.evernote.com/pub/enml2.dtd"><en-note>${content}</en-note>`
  return `<note><title>${title}</title><created>20240102T030405Z</created><updated>20240203T040506Z</updated>${after}<content><![CDATA[${enml}]]></content>${files.map(writeFile).join('')}</note>`
}

function writeFile({ mimeType, name, content }: NoteFile): string {
  const base64 = Buffer.from(content).toString('base64').replaceAll(/.{72}/g, '$&\n')
  const named =
    name === undefined
      ? ''
      : `<resource-attributes><file-name>${name}</file-name></resource-attributes>`
  return `<resource><data encoding="base64">\n${base64}</data><mime>${mimeType}</mime><recognition><![CDATA[<recoIndex><item x="1"/></recoIndex>]]></recognition>${named}</resource>`
}

const photo = hashOf('pixel')
const pdf = hashOf('x')

/** In a note with the files `photo.png` ("pixel") and `doc.pdf` ("x"), beside the note `Other`. */
export const evernoteSamples: readonly Sample[] = [
  {
    block: 'Headings and text',
    source: '<h2>One</h2><div>Text</div><div><br/></div><div>More&nbsp;text</div>',
    markdown: '## One\n\nText\n\nMore\u00a0text\n',
  },
  {
    block: 'Bold, italic, strikethrough, code',
    source: '<div><b>a</b> <i>b</i> <s>c</s> <code>d</code></div>',
    markdown: '**a** *b* ~~c~~ `d`\n',
  },
  {
    block: 'Highlight',
    source:
      '<div>a <span style="--en-highlight:yellow;background-color: #ffef9e;">b c</span> d</div>',
    markdown: 'a <mark>b c</mark> d\n',
  },
  {
    block: 'Link to a page',
    source: '<div>See <a href="evernote:///view/1/s1/aa/aa/">Other</a>.</div>',
    markdown: 'See [Other](Other.md).\n',
  },
  {
    block: 'Link to a missing page',
    source: '<div>See <a href="evernote:///view/1/s1/bb/bb/">Missing</a>.</div>',
    markdown: 'See [Missing](evernote:///view/1/s1/bb/bb/).\n',
    as: 'link to Evernote',
  },
  {
    block: 'Image',
    source: `<div><en-media type="image/png" hash="${photo}"/></div>`,
    markdown: '![photo.png](files/photo.png)\n',
  },
  {
    block: 'Size of an image',
    source: `<div><en-media type="image/png" hash="${photo}" width="300px"/></div>`,
    markdown: '<img src="files/photo.png" alt="photo.png" width="300">\n',
  },
  {
    block: 'File',
    source: `<div><en-media type="application/pdf" hash="${pdf}"/></div>`,
    markdown: '[doc.pdf](files/doc.pdf)\n',
  },
  {
    block: 'Lists and tasks',
    source:
      '<ul><li><div>a</div></li><ol><li><div>b</div></li></ol></ul><div><en-todo checked="true"/>c</div><div><en-todo/>d <b>e</b></div><ul style="--en-todo:true;"><li style="--en-checked:true;"><div>f</div></li><li style="--en-checked:false;"><div>g</div></li></ul>',
    markdown: '- a\n  1. b\n\n* [x] c\n* [ ] d **e**\n\n- [x] f\n- [ ] g\n',
  },
  {
    block: 'Checkbox within text',
    source: '<div>Ask <en-todo checked="true"/>Ada</div>',
    markdown: 'Ask ☑ Ada\n',
    as: 'character',
  },
  { block: 'Quote', source: '<blockquote>a</blockquote>', markdown: '> a\n' },
  {
    block: 'Code block',
    source:
      '<div style="-en-codeblock:true;--en-syntaxLanguage:javascript;"><div>if (a &lt; b)</div><div><br/></div><div>  c()</div></div>',
    markdown: '```javascript\nif (a < b)\n\n  c()\n```\n',
  },
  {
    block: 'Table',
    source:
      '<table><tbody><tr><td><div>a</div></td><td><div>b</div></td></tr><tr><td><div>c</div></td><td><div>d</div></td></tr></tbody></table>',
    markdown:
      '<table>\n<tr>\n<td>\n\na\n\n</td>\n<td>\n\nb\n\n</td>\n</tr>\n<tr>\n<td>\n\nc\n\n</td>\n<td>\n\nd\n\n</td>\n</tr>\n</table>\n',
  },
  { block: 'Divider', source: '<div>a</div><hr/><div>b</div>', markdown: 'a\n\n---\n\nb\n' },
  { block: 'Underline', source: '<div><u>a</u></div>', markdown: '<u>a</u>\n' },
  {
    block: 'Text color',
    source: '<div><span style="color:rgb(252, 18, 51);">a</span></div>',
    markdown: 'a\n',
    isLost: true,
  },
  {
    block: 'External link',
    source: '<div><a href="https://example.com/">a</a></div>',
    markdown: '[a](https://example.com/)\n',
  },
  {
    block: 'Superscript',
    source: '<div>a<sup>2</sup></div>',
    markdown: 'a<sup>2</sup>\n',
  },
  {
    block: 'Merged cells',
    source: '<table><tr><th colspan="2">a</th></tr><tr><td>b</td><td>c</td></tr></table>',
    markdown:
      '<table>\n<tr>\n<th colspan="2">\n\na\n\n</th>\n</tr>\n<tr>\n<td>\n\nb\n\n</td>\n<td>\n\nc\n\n</td>\n</tr>\n</table>\n',
  },
  {
    block: 'Encrypted text',
    source: '<div>a <en-crypt cipher="AES" length="128" hint="pet">RU5DMAA=</en-crypt></div>',
    markdown: 'a `RU5DMAA=`\n',
    as: 'code',
  },
]
