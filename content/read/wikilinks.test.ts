import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { splitMarkdown } from '../source/split.ts'
import { writeMarkdown } from '../write-markdown.ts'

const page = '/pages/a1b2c3d4-e5f6-4718-893a-4b5c6d7e8f90'
const file = '/files/a1b2c3d4-e5f6-4718-893a-4b5c6d7e8f91'
const known: Readonly<Record<string, string>> = {
  '[[Other]]': page,
  '[[a/Other]]': page,
  '[[Other#Part]]': `${page}#part`,
  '[[#Part]]': '#part',
  '[[x.png]]': file,
  '[[x.pdf]]': file,
  '[[x.pdf#page=3]]': `${file}#page=3`,
}

function read(text: string): string {
  const split = splitMarkdown(text, (url) => known[url] ?? url)
  assert.ok(split.ok)
  assert.equal(split.parts.map((part) => part.text).join(''), text)
  return writeMarkdown(split.document)
}

describe('wikilinks', () => {
  it('without an address stay as they are written', () => {
    for (const text of [
      'Types are [[string, number]], [[]], [[ ]] and [[a|b]].\n',
      '![[gone.png|300]] [[Gone#Part|text]] [[|x]]\n',
      '[[ -f a ]] [[[x]] [[a\n',
    ]) {
      assert.equal(read(text), text)
    }
  })

  it('are no links in code, after a backslash and in links of CommonMark', () => {
    assert.equal(read('`[[Other]]` $[[Other]]$\n'), '`[[Other]]` $[[Other]]$\n')
    assert.equal(read('\\[[Other]] [[Other]](b.md)\n'), '[[Other]] [[Other]](b.md)\n')
    assert.equal(read('```\n[[Other]]\n```\n'), '```\n[[Other]]\n```\n')
  })

  it('become mentions and links, with their text or the name of their target', () => {
    assert.equal(read('[[Other]] [[ Other ]]\n'), `[Other](${page}) [Other](${page})\n`)
    assert.equal(read('[[a/Other|that *one*]]\n'), `[that \\*one\\*](${page})\n`)
    assert.equal(read('[[Other#Part]] [[#Part]]\n'), `[Other › Part](${page}#part) [Part](#part)\n`)
    assert.equal(read('| a |\n|---|\n| [[Other\\|x]] |\n'), `| a |\n| - |\n| [x](${page}) |\n`)
    assert.equal(read('**[[Other]]**\n'), `**[Other](${page})**\n`)
  })

  it('show images with their width, and other files', () => {
    assert.equal(read('a ![[x.png]]\n'), `a ![x.png](${file})\n`)
    assert.equal(read('![[x.png|A picture]]\n'), `![A picture](${file})\n`)
    assert.equal(
      read('![[x.png|A "picture"|300x200]]\n'),
      `<img src="${file}" alt="A &quot;picture&quot;" width="300" height="200">\n`,
    )
    assert.equal(read('![[x.pdf]]\n'), `![x.pdf](${file} "file, application/pdf")\n`)
    assert.equal(read('[[x.pdf]]\n'), `[x.pdf](${file} "file, application/pdf")\n`)
    assert.equal(read('![[x.pdf#page=3]]\n'), `[x.pdf › page=3](${file}#page=3)\n`)
  })

  it('embed a page that is alone on its line, and link to it within text', () => {
    assert.equal(read('![[Other]]\n'), `![Other](${page})\n`)
    assert.equal(read('see ![[Other]]\n'), `see [Other](${page})\n`)
    assert.equal(read('a\n![[Other]]\nb\n'), `a\n\n![Other](${page})\n\nb\n`)
    assert.equal(read('![[Other]]\n![[Gone]]\n'), `![Other](${page})\n\n![[Gone]]\n`)
    assert.equal(read('> a\n> ![[Other]]\n'), `> a\n>\n> ![Other](${page})\n`)
  })

  it('read many open brackets quickly', () => {
    for (const sign of ['[[', '![[a|', '![[Other', '![[Other]]\n', '[[a]]', '[[a](']) {
      assert.ok(splitMarkdown(sign.repeat(20_000), (url) => known[url] ?? url))
    }
  })
})
