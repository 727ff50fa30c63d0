import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { parseMarkdown } from '../../../../content/parse-markdown.ts'
import { writeMarkdown } from '../../../../content/write-markdown.ts'
import { readDocument } from '../stored-body.ts'
import { copyBody } from './copy-body.ts'
import { transferMarkdown, transferProperties } from './transfer-body.ts'

const id = (last: string) => `01890000-0000-7000-8000-00000000000${last}`
const [page, copy, other] = [id('a'), id('b'), id('c')]
const [file, fileCopy, otherFile] = [id('d'), id('e'), id('f')]
const [member, outsider] = [id('1'), id('2')]
const links = {
  copies: [
    [page, copy],
    [file, fileCopy],
  ] as const,
  members: [member],
  origins: ['https://notes.example'],
  base: 'https://notes.example',
}

function documentOf(markdown: string): string {
  const parsed = parseMarkdown(markdown)
  assert.ok(parsed.ok)
  return JSON.stringify(parsed.document)
}

function copyOf(document: string): string {
  const { copies, origins, ...elsewhere } = links
  const body = copyBody({ id: page, document, copies, origins, elsewhere })
  assert.ok(body.ok, JSON.stringify(body))
  return writeMarkdown(readDocument(body.content.document, page)).trim()
}

const transferred = (markdown: string) => copyOf(documentOf(markdown))

describe('the body of a page in another workspace', () => {
  it('keeps what leads nowhere on this server, and code', () => {
    for (const markdown of [
      '[A](https://elsewhere.example/pages/x)',
      '[A](#goal)',
      `\`/pages/${page}\``,
      `Text /pages/${page}`,
      `\`\`\`\n/pages/${page}\n\`\`\``,
      '[A](mailto:a@example.com)',
    ]) {
      assert.equal(transferred(markdown), markdown)
    }
  })

  it('leads to the copies of pages and files, with their anchors', () => {
    for (const [markdown, expected] of [
      [`[A](/pages/${page}#goal)`, `[A](/pages/${copy}#goal)`],
      [`[A](https://notes.example/pages/${page})`, `[A](/pages/${copy})`],
      [`![A](/pages/${page})`, `![A](/pages/${copy})`],
      [`![A](/files/${file})`, `![A](/files/${fileCopy})`],
      [`> - **[A](/pages/${page.toUpperCase()})**`, `> - **[A](/pages/${copy})**`],
      [`\`\`\`quire-view\nunder: ${page}\n\`\`\``, `\`\`\`quire-view\nunder: ${copy}\n\`\`\``],
      [`<img src="/files/${file}">`, `<img src="/files/${fileCopy}">`],
    ] as const) {
      assert.equal(transferred(markdown), expected)
    }
  })

  it('has links with the full address of what stays, also for mentions, files and embeds', () => {
    const address = `https://notes.example/pages/${other}`
    for (const [markdown, expected] of [
      [`[A](/pages/${other}#goal)`, `[A](${address}#goal)`],
      [`![A](/pages/${other})`, `[A](${address})`],
      [`[A](/files/${otherFile})`, `[A](https://notes.example/files/${otherFile})`],
    ] as const) {
      assert.equal(transferred(markdown), expected)
    }
    const document = JSON.stringify({
      type: 'doc',
      content: [
        {
          type: 'paragraph',
          content: [{ type: 'pageMention', attrs: { pageId: other, label: 'Plan' } }],
        },
      ],
    })
    assert.equal(copyOf(document), `[Plan](${address})`)
  })

  it('mentions members, and names others', () => {
    assert.equal(
      transferred(`[@Ada](/members/${member}) and **[@Bob](/members/${outsider})**`),
      `[@Ada](/members/${member}) and **@Bob**`,
    )
  })
})

describe('the Markdown of a comment in another workspace', () => {
  it('has the same links', () => {
    for (const [markdown, expected] of [
      [`See [A](/pages/${page}#x).`, `See [A](/pages/${copy}#x).`],
      [`[A](/pages/${other})`, `[A](https://notes.example/pages/${other})`],
      [`![A](/files/${file})`, `![A](/files/${fileCopy})`],
      [`[@Ada](/members/${member})`, `[@Ada](/members/${member})`],
      [`Hi [@Bob](/members/${outsider})!`, 'Hi @Bob!'],
      [`/pages/${page}`, `/pages/${page}`],
    ] as const) {
      assert.equal(transferMarkdown(markdown, links), expected)
    }
  })

  it('takes no longer for many brackets', () => {
    const text = '['.repeat(10_000)
    assert.equal(transferMarkdown(text, links), text)
  })
})

describe('properties in another workspace', () => {
  it('lead to the copies', () => {
    assert.equal(transferProperties(null, links), null)
    assert.equal(
      transferProperties(`page: /pages/${page}\nother: /pages/${other}`, links),
      `page: /pages/${copy}\nother: /pages/${other}`,
    )
  })
})
