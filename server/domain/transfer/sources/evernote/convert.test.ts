import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { convertTexts } from '../../../../../test/support/sources/files.ts'
import {
  hashOf,
  type NoteInput,
  writeEnex,
} from '../../../../../test/support/sources/samples/evernote.ts'
import { splitFrontMatter } from '../../../document/front-matter.ts'

const convert = (...notes: NoteInput[]) => convertTexts({ 'Notes.enex': writeEnex(...notes) })

async function bodyOf(content: string): Promise<string> {
  const { files } = await convert({ title: 'Page', content })
  return splitFrontMatter(files['Notes/Page.md'] ?? '').body
}

describe('an export of Evernote', () => {
  it('makes each file a page with its notes below it, in order, with what is known of them', async () => {
    const after =
      '<tag>plan</tag><tag>two words</tag><note-attributes><author>Ada</author><latitude>48.1</latitude><longitude>11.5</longitude><source-url>https://example.com/a?b=1&amp;c</source-url><reminder-time>20250101T000000Z</reminder-time></note-attributes>'
    const { kind, files, losses, warnings } = await convertTexts({
      'Work.enex': writeEnex(
        { title: 'B &amp; C', content: '<div>Text</div>', after },
        { title: 'A' },
      ),
      'Home.enex': writeEnex({ title: 'A', content: '<div>Home</div>' }),
    })
    assert.equal(kind, 'evernote')
    assert.deepEqual([losses, warnings], [[], []])
    assert.deepEqual(Object.keys(files), [
      'Home/A.md',
      'Home/index.md',
      'Work/A.md',
      'Work/B & C.md',
      'Work/index.md',
    ])
    const { attributes, body } = splitFrontMatter(files['Work/B & C.md'] ?? '')
    assert.deepEqual(
      { ...attributes },
      {
        created: '2024-01-02T03:04:05Z',
        updated: '2024-02-03T04:05:06Z',
        author: 'Ada',
        tags: ['plan', 'two words'],
        source: 'https://example.com/a?b=1&c',
        location: '48.1, 11.5',
        reminder: '2025-01-01T00:00:00Z',
        quire: { order: 1 },
      },
    )
    assert.equal(body, 'Text\n')
  })

  it('finds files by their hash, shares them, and attaches those that no text shows', async () => {
    const large = Buffer.from(Array.from({ length: 700_001 }, (_, index) => index % 251))
    const media = (content: string | Uint8Array, type: string) =>
      `<en-media type="${type}" hash="${hashOf(content)}"/>`
    const image = { mimeType: 'image/jpeg', content: large }
    const { files, losses } = await convert(
      {
        title: 'One',
        content: `<div>${media(large, 'image/jpeg')}${media('gone', 'image/png')}</div>`,
        files: [image, { mimeType: 'text/plain', name: 'a/b: c.txt', content: 'Text' }],
      },
      { title: 'Two', content: `<div>${media(large, 'image/jpeg')}</div>`, files: [image] },
    )
    assert.deepEqual(Object.keys(files), [
      'Notes/One.md',
      'Notes/Two.md',
      'Notes/files/a-b- c.txt',
      'Notes/files/attachment.jpg',
      'Notes/index.md',
    ])
    assert.equal(files['Notes/files/attachment.jpg'], large.toString('utf8'))
    const one = splitFrontMatter(files['Notes/One.md'] ?? '')
    assert.equal(one.body, '![](files/attachment.jpg)\n')
    assert.deepEqual(one.attributes['quire'], {
      order: 1,
      files: [{ path: 'files/a-b- c.txt', name: 'a/b: c.txt' }],
    })
    assert.equal(splitFrontMatter(files['Notes/Two.md'] ?? '').body, one.body)
    assert.deepEqual(losses, [
      { path: 'Notes.enex: One', kind: 'missing attachment', outcome: 'lost', count: 1 },
    ])
  })

  it('resolves links by the title of one note, and reports the others', async () => {
    const link = (title: string) => `<a href="evernote:///view/1/s1/x/x/">${title}</a>`
    const { files, losses } = await convertTexts({
      'A.enex': writeEnex({
        title: 'Start',
        content: `<div>${link('Far')} ${link('Twice')} <a href="https://www.evernote.com/shard/s1/nl/1/x/">Start</a></div>`,
      }),
      'B.enex': writeEnex({ title: 'Far' }, { title: 'Twice' }, { title: 'Twice' }),
    })
    assert.equal(
      splitFrontMatter(files['A/Start.md'] ?? '').body,
      '[Far](../B/Far.md) [Twice](evernote:///view/1/s1/x/x/) [Start](Start.md)\n',
    )
    assert.deepEqual(losses, [
      { path: 'A.enex: Start', kind: 'link to a note', outcome: 'changed', count: 1 },
    ])
  })

  it('reads boxes wherever a line can begin', async () => {
    assert.equal(
      await bodyOf(
        '<en-todo/>a<br/><en-todo checked="true"/><b>b</b><div><span><en-todo/>c</span> d</div>',
      ),
      '- [ ] a\n- [x] **b**\n- [ ] c d\n',
    )
    assert.equal(
      await bodyOf('<ul><li><en-todo/>a<ul><li>b</li></ul></li><li>c</li></ul>'),
      '- [ ] a\n  - b\n\n* c\n',
    )
    assert.equal(
      await bodyOf('<table><tr><td><div><en-todo/>a</div><div>b</div></td></tr></table>').then(
        (body) => body.includes('[ ] a'),
      ),
      true,
    )
  })

  it('reads tasks that a note has beside its content', async () => {
    const task = (title: string, group: string, more = '') =>
      `<task><title>${title}</title><taskStatus>${more === '' ? 'open' : 'completed'}</taskStatus><taskGroupNoteLevelID>${group}</taskGroupNoteLevelID>${more}</task>`
    const { files, losses } = await convert({
      title: 'Page',
      content:
        '<div>a</div><div style="--en-task-group:true; --en-id:AB-1;"><br/></div><div>b</div>',
      after: `${task('One', 'ab-1')}${task('Two', 'ab-1', '<dueDate>20250607T080000Z</dueDate><reminder/>')}${task('Other', 'cd')}`,
    })
    assert.match(
      splitFrontMatter(files['Notes/Page.md'] ?? '').body,
      /^a\n\n- \[ \] One\n- \[x\] Two .*2025-06-07.*\n\nb\n\n- \[ \] Other\n$/,
    )
    assert.deepEqual(
      losses.map(({ kind, outcome }) => [kind, outcome]),
      [['reminder of a task', 'lost']],
    )
  })

  it('skips a note that is damaged, encrypted or too large, and imports the others', async () => {
    const { files, losses, warnings } = await convert(
      { title: 'Broken', content: '<div><b>a</div>' },
      { title: 'Deep', content: '<div>'.repeat(600) + '</div>'.repeat(600) },
      { title: 'Many', content: '<br/>'.repeat(150_001) },
      { title: 'Good', content: '<div>a &unknown; ]]&gt; &lt;/note&gt;</div>' },
    )
    assert.deepEqual(Object.keys(files), ['Notes/Good.md', 'Notes/index.md'])
    assert.equal(splitFrontMatter(files['Notes/Good.md'] ?? '').body, 'a &unknown; ]]> \\</note>\n')
    assert.deepEqual(
      losses.map(({ path, kind }) => [path, kind]),
      ['Broken', 'Deep', 'Many'].map((title) => [`Notes.enex: ${title}`, 'page content']),
    )
    assert.match(warnings.join(' '), /damaged.*nested too deeply.*too many parts/)
    const encrypted = await convertTexts({
      'N.enex':
        '<en-export><note><title>S</title><content encoding="base64:aes">AAAA</content></note></en-export>',
    })
    assert.deepEqual(
      encrypted.losses.map(({ kind }) => kind),
      ['encrypted note'],
    )
  })

  it('reports a file that ends within a note, or is none', async () => {
    const complete = writeEnex({ title: 'A', content: '<div>a</div>' })
    for (const text of [complete.slice(0, -60), '', '<html></html>', '<en-export>']) {
      const { files, warnings } = await convertTexts({ 'A.enex': complete, 'B.enex': text })
      assert.deepEqual(Object.keys(files), ['A/A.md', 'A/index.md'])
      assert.match(warnings.join(' '), /^B\.enex was not converted: .*damaged or incomplete/)
    }
  })

  it('defines no entities, and reads no other files', async () => {
    const { files, warnings } = await convertTexts({
      'A.enex':
        '<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]><en-export><note><title>A</title><content><![CDATA[<!DOCTYPE en-note [<!ENTITY a "b">]><en-note>&a;</en-note>]]></content></note></en-export>',
    })
    assert.deepEqual(Object.keys(files), ['A/index.md'])
    assert.match(warnings.join(' '), /damaged/)
  })
})
