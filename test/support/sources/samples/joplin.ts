import type { Sample } from './sample.ts'

/** Fields of an item beside its ID and type. */
export type ItemInput = {
  id: string
  type: number
  title?: string
  body?: string
  fields?: Readonly<Record<string, string | number>>
}

/** An ID of one repeated digit. */
export const joplinId = (digit: string): string => digit.repeat(32)

/** An item in the documented form: title, text, and fields at the end. */
export function writeItem({ id, type, title, body, fields = {} }: ItemInput): string {
  const all = Object.entries({ id, ...fields, type_: type })
  const parts = [title, body === '' ? undefined : body]
  const end = all.map(([name, value]) => `${name}: ${value}`).join('\n')
  return [...parts.filter((part) => part !== undefined), end].join('\n\n')
}

/** Items as files of a folder. */
export function writeItems(...items: readonly ItemInput[]): Record<string, string> {
  return Object.fromEntries(items.map((item) => [`${item.id}.md`, writeItem(item)]))
}

/** A tar archive, as `node-tar` writes it: long names have a header of their own. */
export function writeTar(files: Readonly<Record<string, string | Uint8Array>>, type = '0'): Buffer {
  const blocks = Object.entries(files).flatMap(([name, content]) => {
    const bytes = Buffer.from(content)
    if (Buffer.byteLength(name) < 100) return [tarHeader(name, bytes.length, type), padded(bytes)]
    const record = ` path=${name}\n`
    const length = Buffer.byteLength(record)
    const digits = String(length + String(length + 3).length)
    const extension = Buffer.from(digits + record)
    return [
      tarHeader('PaxHeader/long', extension.length, 'x'),
      padded(extension),
      tarHeader(name.slice(0, 90), bytes.length, type),
      padded(bytes),
    ]
  })
  return Buffer.concat([...blocks, Buffer.alloc(1024)])
}

function padded(bytes: Buffer): Buffer {
  return Buffer.concat([bytes, Buffer.alloc((512 - (bytes.length % 512)) % 512)])
}

function tarHeader(name: string, size: number, type: string): Buffer {
  const header = Buffer.alloc(512)
  header.write(name, 0)
  header.write('000644 \0', 100)
  header.write(`${size.toString(8).padStart(11, '0')} `, 124)
  header.write('        ', 148)
  header.write(type, 156)
  header.write('ustar\x0000', 257, 'latin1')
  const sum = header.reduce((all, byte) => all + byte, 0)
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148)
  return header
}

const [other, photo, pdf] = ['b', 'c', 'd'].map(joplinId)

/** In a note beside the note `Other`, with the files `photo.png` and `doc.pdf`. */
export const joplinSamples: readonly Sample[] = [
  { block: 'Headings and text', source: '## One\n\nText\n', markdown: '## One\n\nText\n' },
  {
    block: 'Bold, italic, strikethrough, code',
    source: '**a** *b* ~~c~~ `d ==y== :/x`\n',
    markdown: '**a** *b* ~~c~~ `d ==y== :/x`\n',
  },
  { block: 'Highlight', source: 'a ==b c== d\n', markdown: 'a <mark>b c</mark> d\n' },
  {
    block: 'Link to a page',
    source: `See [Other](:/${other}).\n`,
    markdown: 'See [Other](Other.md).\n',
  },
  {
    block: 'Link to a heading or block',
    source: `[there](:/${other}#my-heading)\n`,
    markdown: '[there](Other.md#my-heading)\n',
  },
  {
    block: 'Link to a missing page',
    source: `[gone](:/${joplinId('e')})\n`,
    markdown: `[gone](:/${joplinId('e')})\n`,
  },
  { block: 'Image', source: `![p](:/${photo})\n`, markdown: '![p](files/photo.png)\n' },
  {
    block: 'Size of an image',
    source: `<img src=":/${photo}" alt="p" width="300">\n`,
    markdown: '<img src="files/photo.png" alt="p" width="300">\n',
  },
  { block: 'File', source: `[doc.pdf](:/${pdf})\n`, markdown: '[doc.pdf](files/doc.pdf)\n' },
  {
    block: 'Lists and tasks',
    source: '- a\n  1. b\n\n- [x] c\n- [ ] d\n',
    markdown: '- a\n  1. b\n\n- [x] c\n- [ ] d\n',
  },
  { block: 'Quote', source: '> a\n> b\n', markdown: '> a\n> b\n' },
  {
    block: 'Code block',
    source: `\`\`\`js\n[x](:/${other}) ==y==\n\`\`\`\n`,
    markdown: `\`\`\`js\n[x](:/${other}) ==y==\n\`\`\`\n`,
  },
  { block: 'Formula', source: '$a==b==c$\n\n$$\nx\n$$\n', markdown: '$a==b==c$\n\n$$\nx\n$$\n' },
  {
    block: 'Table',
    source: '| a | b |\n|---|---|\n| c | d |\n',
    markdown: '| a | b |\n|---|---|\n| c | d |\n',
  },
  { block: 'Footnote', source: 'a[^1]\n\n[^1]: text\n', markdown: 'a[^1]\n\n[^1]: text\n' },
  { block: 'Divider', source: 'a\n\n---\n\nb\n', markdown: 'a\n\n---\n\nb\n' },
]
