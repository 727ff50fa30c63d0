import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { convertTexts } from '../../../../../test/support/sources/files.ts'
import { splitFrontMatter } from '../../../document/front-matter.ts'

type Node = Record<string, unknown>

const text = (value: string, ...marks: Node[]): Node => ({
  type: 'text',
  text: value,
  ...(marks.length > 0 ? { marks } : {}),
})
const node = (type: string, attrs: Node, ...content: Node[]): Node => ({ type, attrs, content })
const line = (...content: Node[]): Node => ({ type: 'paragraph', content })

const imageId = 'c2a8a2c6-1f0e-4c39-8f29-1f1d8f8c8a10'

/** A collection as Outline exports it, with a document in another, and an attachment. */
function collection(content: Node[]): string {
  const document = (id: string, title: string, data: Node): Node => ({
    id,
    urlId: `${id}Slug123`,
    title,
    data,
    createdByName: 'Ada Lovelace',
    createdByEmail: 'ada@example.com',
    createdAt: '2025-11-03T10:00:00.000Z',
    updatedAt: '2025-11-04T10:00:00.000Z',
  })
  return JSON.stringify({
    collection: {
      id: 'c1',
      name: 'Team',
      documentStructure: [
        { id: 'plan', title: 'Plan', children: [{ id: 'step', title: 'Step', children: [] }] },
        { id: 'gone', title: 'Gone', children: [] },
        { id: 'first', title: 'First', children: [] },
      ],
    },
    documents: {
      first: document('first', 'First', { type: 'doc', content: [] }),
      step: document('step', 'Step', { type: 'doc', content: [line(text('A step'))] }),
      plan: { ...document('plan', 'Plan: A/B', { type: 'doc', content }), emoji: '🚀' },
      draft: document('draft', 'Draft', { type: 'doc', content: [] }),
    },
    attachments: { [imageId]: { id: imageId, key: 'uploads/1/photo.png', name: 'photo.png' } },
  })
}

const metadata = JSON.stringify({ exportVersion: 1, version: '0.80.0' })

const convertContent = (...content: Node[]) =>
  convertTexts({
    'metadata.json': metadata,
    'team.json': collection(content),
    'uploads/1/photo.png': 'x',
  })

async function bodyOf(...content: Node[]): Promise<string> {
  const { files } = await convertContent(...content)
  return splitFrontMatter(files['Team/Plan- A-B/index.md'] ?? '').body
}

describe('an export of Outline as JSON', () => {
  it('skips files that are no collection, and documents that cannot be read', async () => {
    const { files, warnings } = await convertTexts({
      'metadata.json': metadata,
      'broken.json': '{',
      'other.json': '[]',
      'team.json': collection([
        node('heading', { level: 9 }, text('x')),
        node('table', {}, line(text('x'))),
      ]),
    })
    assert.equal(warnings.length, 3)
    assert.match(
      warnings.join(' '),
      /broken\.json was skipped.*other\.json was skipped.*team\.json: /,
    )
    assert.equal(splitFrontMatter(files['Team/Plan- A-B/index.md'] ?? '').body, '')
  })

  it('makes collections pages with the documents below them, in order', async () => {
    const { kind, files, losses } = await convertContent(line(text('Text')))
    assert.equal(kind, 'outline')
    assert.deepEqual(losses, [])
    assert.deepEqual(Object.keys(files), [
      'Team/Draft.md',
      'Team/First.md',
      'Team/Plan- A-B/Step.md',
      'Team/Plan- A-B/index.md',
      'Team/index.md',
      'files/photo.png',
    ])
    const { attributes, body } = splitFrontMatter(files['Team/Plan- A-B/index.md'] ?? '')
    assert.deepEqual(
      { ...attributes },
      {
        author: 'Ada Lovelace',
        created: '2025-11-03T10:00:00.000Z',
        updated: '2025-11-04T10:00:00.000Z',
        quire: { title: 'Plan: A/B', icon: '🚀', order: 1 },
      },
    )
    assert.equal(body, 'Text\n')
    assert.equal(
      splitFrontMatter(files['Team/First.md'] ?? '').attributes['quire'] !== undefined,
      true,
    )
  })

  it('reads text with marks, links to documents and files, mentions and emoji', async () => {
    const link = (href: string): Node => ({ type: 'link', attrs: { href } })
    const body = await bodyOf(
      line(
        text('b', { type: 'strong' }),
        text(' '),
        text('u', { type: 'underline' }),
        text(' '),
        text('h', { type: 'highlight', attrs: { color: '#ff0' } }),
        text(' '),
        text('c', { type: 'code_inline' }),
        text(' '),
        text('step', link('/doc/step-stepSlug123')),
        text(' '),
        text('else', link('https://example.com')),
        text(' '),
        { type: 'mention', attrs: { type: 'user', label: 'Bob' } },
        { type: 'emoji', attrs: { 'data-name': '🙂' } },
      ),
      line({ type: 'image', attrs: { src: `/api/attachments.redirect?id=${imageId}`, alt: 'A' } }),
    )
    assert.equal(
      body,
      '**b** <u>u</u> <mark>h</mark> `c` [step](Step.md) [else](https://example.com) @Bob🙂\n\n![A](../../files/photo.png)\n',
    )
  })

  it('reads a large collection like a small one, and skips one that is too large', async () => {
    const words = line(text('word '.repeat(20_000)))
    assert.equal(await bodyOf(words), `${'word '.repeat(20_000).trim()}\n`)
    const { files, warnings } = await convertTexts({
      'metadata.json': metadata,
      'team.json': collection([words]),
      'huge.json': Buffer.alloc(64 * 1024 ** 2 + 1, ' '),
    })
    assert.deepEqual(warnings, [
      'huge.json was skipped: it is larger than 64 MiB. Export it as Markdown.',
    ])
    assert.ok('Team/First.md' in files)
  })

  it('goes on after a document that cannot be read', async () => {
    let deep = line(text('x'))
    for (let depth = 0; depth < 9000; depth += 1) deep = node('blockquote', {}, deep)
    const { files, losses } = await convertContent(deep)
    assert.deepEqual(
      losses.map(({ kind, outcome }) => [kind, outcome]),
      [['page content', 'lost']],
    )
    assert.ok('Team/Plan- A-B/Step.md' in files)
    assert.ok('Team/First.md' in files)
  })

  it('reads every block, and the content of those that it does not know', async () => {
    const item = (content: string): Node => node('list_item', {}, line(text(content)))
    const body = await bodyOf(
      node('heading', { level: 2 }, text('H')),
      node('bullet_list', {}, item('a')),
      node('ordered_list', { order: 3 }, item('b')),
      node('checkbox_list', {}, node('checkbox_item', { checked: true }, line(text('c')))),
      node('blockquote', {}, line(text('q'))),
      node('container_notice', { style: 'warning' }, line(text('w'))),
      node('code_fence', { language: 'mermaidjs' }, text('graph TD')),
      node('math_block', {}, text('x_1')),
      line(node('math_inline', {}, text('y_1'))),
      node('hr', {}),
      node('table', {}, node('tr', {}, node('th', { alignment: 'right' }, line(text('t'))))),
      node('attachment', { href: 'https://example.com/a.pdf', title: 'a.pdf' }),
      node('embed', { href: 'https://example.com/v' }),
      node('new_block', {}, line(text('inside'))),
    )
    assert.equal(
      body,
      [
        '## H',
        '- a',
        '3. b',
        '- [x] c',
        '> q',
        '> [!WARNING]\n> w',
        '```mermaid\ngraph TD\n```',
        '$$\nx_1\n$$',
        '$y_1$',
        '---',
        '| t |\n| -: |',
        '[a.pdf](https://example.com/a.pdf)',
        '<https://example.com/v>',
        'inside\n',
      ].join('\n\n'),
    )
  })
})

describe('an export of Outline as Markdown', () => {
  it('keeps front matter as properties, and two files of one name', async () => {
    const { files } = await convertTexts(
      {
        'Team/A.md': '---\nstatus: open\nquire:\n  title: B\n---\nText\n',
        'Team/C.md': '# C\n',
        'Team/C.markdown': '# C\n\nOther\n',
      },
      'outline',
    )
    const { attributes, body } = splitFrontMatter(files['Team/A.md'] ?? '')
    assert.deepEqual(
      [{ ...attributes }, body],
      [{ status: 'open', quire: { title: 'B' } }, 'Text\n'],
    )
    assert.deepEqual(Object.keys(files), ['Team/A.md', 'Team/C 2.md', 'Team/C.md'])
  })

  it('skips what is no text', async () => {
    const { warnings, files } = await convertTexts(
      { 'Team/A.md': Buffer.from([0xff]), 'Team/B.md': '# B\n' },
      'outline',
    )
    assert.deepEqual(Object.keys(files), ['Team/B.md'])
    assert.match(warnings[0] ?? '', /Team\/A\.md was not converted: It is no text/)
  })

  it('joins documents with the folders of their children, and follows links', async () => {
    const { kind, files } = await convertTexts({
      'Team/Guide.md': '# Guide\n\nSee [Step](./Guide/Step.md) and [A/B](A%2FB.md).\n',
      'Team/Guide/Step.md': '# Step\n\nBack to [Guide](../Guide.md).\n',
      'Team/A%2FB.md': '# A/B\n\nText\n',
    })
    assert.equal(kind, 'outline')
    assert.deepEqual(Object.keys(files), [
      'Team/A-B.md',
      'Team/Guide/Step.md',
      'Team/Guide/index.md',
    ])
    assert.equal(files['Team/Guide/index.md'], 'See [Step](Step.md) and [A/B](../A-B.md).\n')
    assert.equal(files['Team/Guide/Step.md'], 'Back to [Guide](index.md).\n')
    assert.match(files['Team/A-B.md'] ?? '', /title: A\/B/)
  })
})
