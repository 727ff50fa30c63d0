import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { convertTexts } from '../../../../../test/support/sources/files.ts'

const vault = (files: Record<string, string | Uint8Array>) => convertTexts(files, 'obsidian')
const note = async (text: string, others: Record<string, string> = {}) =>
  (await vault({ 'Note.md': text, ...others })).files['Note.md']

describe('an Obsidian vault', () => {
  it('keeps files that are no text, are hidden, or need no change', async () => {
    const latin = Buffer.from('caf\xe9', 'latin1')
    const { files, losses } = await vault({
      '.obsidian/app.json': '{}',
      '.trash/old.md': 'x',
      'latin.md': latin,
      'plain.md': '---\ntags: [a]\n---\n\n*  text  \r\nwith `[[code]]`\r\n',
      'board.canvas': '{}',
    })
    assert.deepEqual(Object.keys(files), ['board.canvas', 'latin.md', 'plain.md'])
    assert.equal(files['plain.md'], '---\ntags: [a]\n---\n\n*  text  \r\nwith `[[code]]`\r\n')
    assert.deepEqual(losses, [])
  })

  it('finds attachments anywhere, also in links of Markdown, with spaces and signs', async () => {
    const { files } = await vault({
      'n/Note.md':
        '![[My photo (1).png]] ![x](My%20photo%20%281%29.png) ![x](photo%202.png) [d](<My doc.pdf>) ![x](https://example.com/a.png)\n',
      'assets/My photo (1).png': 'x',
      'assets/photo 2.png': 'x',
      'n/My doc.pdf': 'x',
    })
    assert.equal(
      files['n/Note.md'],
      '![[My photo (1).png]] ![x](../assets/My%20photo%20%281%29.png) ![x](../assets/photo%202.png) [d](<My doc.pdf>) ![x](https://example.com/a.png)\n',
    )
  })

  it('follows a path of Markdown from the folder of the note, and one with a slash from the root', async () => {
    const { files } = await vault({
      'n/Note.md': '[a](a.md) [b](/a.md) [c](a.md#Part) [[a]]\n',
      'n/a.md': 'A',
      'a.md': 'A',
    })
    assert.equal(files['n/Note.md'], '[a](a.md) [b](../a.md) [c](a.md#part) [[a]]\n')
  })

  it('has the name of the file as title, where a heading would be taken for it', async () => {
    assert.equal(await note('# Note\n\nText\n'), '# Note\n\nText\n')
    assert.equal(await note('## Goals\n'), '## Goals\n')
    assert.equal(await note('Text\n\n# Late\n'), 'Text\n\n# Late\n')
    assert.equal(await note('# Other\n'), '---\nquire:\n  title: "Note"\n---\n# Other\n')
    assert.equal(
      await note('---\ntags: [a] # mine\n---\n# Other\n'),
      '---\ntags: [a] # mine\nquire:\n  title: "Note"\n---\n# Other\n',
    )
    assert.equal(await note('---\ntitle: Said\n---\n# Other\n'), '---\ntitle: Said\n---\n# Other\n')
  })

  it('writes the text of links in properties', async () => {
    const { files, losses } = await vault({
      'a.md': '---\nup: "[[Plan|The plan]]"\nsee:\n  - "[[b/Other]]"\n---\nText\n',
    })
    assert.equal(files['a.md'], '---\nup: "The plan"\nsee:\n  - "b/Other"\n---\nText\n')
    assert.deepEqual(
      losses.map(({ kind, count }) => [kind, count]),
      [['link in properties', 2]],
    )
  })

  it('removes comments over lines, and none from code', async () => {
    assert.equal(await note('a\n\n%%\nhidden\n\nmore\n%%\n\nb\n'), 'a\n\n\nb\n')
    assert.equal(await note('a %%b `c` d%% e\n'), 'a  e\n')
    assert.equal(await note('a\n%%\n```\nb\n```\n%%\nc\n'), 'a\nc\n')
    assert.equal(await note('`a %%` b %% c `d`\n'), '`a %%` b %% c `d`\n')
    assert.equal(await note('%%a `b%% c` %%d%%\n'), ' c` \n')
    assert.equal(await note('```\n%% a %%\n```\n`%%b%%`\n'), '```\n%% a %%\n```\n`%%b%%`\n')
  })

  it('reads callouts within others, without text and with every title', async () => {
    assert.equal(await note('> [!INFO]\n'), '> [!NOTE]\n')
    assert.equal(await note('> [!note] Only a title\n'), '> [!NOTE]\n> **Only a title**\n')
    assert.equal(await note('> [!tip|wide] A\n> b\n'), '> [!TIP]\n> **A**\n>\n> b\n')
    assert.equal(
      await note('> [!faq]+ Why?\n> > [!todo] Do\n> > it\n'),
      '<details open>\n<summary>Why?</summary>\n\n> [!NOTE]\n> **Do**\n>\n> it\n\n</details>\n\n',
    )
    assert.equal(await note('```\n> [!tip] A\n```\n'), '```\n> [!tip] A\n```\n')
  })

  it('converts a large note as a small one, with links that are found outside of the worker', async () => {
    const others = { 'deep/B.md': '---\naliases: [Bee]\n---\nB', 'img/p.png': 'x' }
    const text = 'See [[Bee|that]], [[B#Part]] and ![[p.png]]. ==Yes== [x](p.png) [[Gone]]\n'
    const small = await vault({ 'Note.md': text, ...others })
    const large = await vault({ 'Note.md': text.repeat(300), ...others })
    assert.equal(
      small.files['Note.md'],
      'See [[Bee|that]], [[B#Part]] and ![[p.png]]. <mark>Yes</mark> [x](img/p.png) [[Gone]]\n',
    )
    assert.equal(large.files['Note.md'], small.files['Note.md']?.repeat(300))
    assert.deepEqual(
      large.losses,
      small.losses.map((loss) => ({ ...loss, count: loss.count * 300 })),
    )
  })

  it('stays quick for many notes of one name, and for lines that look like front matter', async () => {
    const folders = Array.from({ length: 3000 }, (_, index) => `folder ${index}`)
    const files = Object.fromEntries(
      folders.map((folder) => [`${folder}/index.md`, '[a](index) [b](other/index) [c](gone)\n']),
    )
    const rules = '---\n'.repeat(100_000)
    const converted = await vault({ ...files, 'rules.md': `x\n${rules}`, 'head.md': rules })
    assert.equal(converted.files['folder 7/index.md'], '[a](index.md) [b](other/index) [c](gone)\n')
    assert.equal(converted.files['rules.md'], `x\n${rules}`)
  })

  it('stays quick for signs that nothing closes', async () => {
    for (const sign of ['[[', '![[a|', '==a ', '%%', '^[a', '`', '> [!a', '$a ']) {
      const text = sign.repeat(20_000)
      assert.ok((await note(text)) !== undefined, sign)
    }
  })
})
