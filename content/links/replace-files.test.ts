import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { changeLinks } from './rewrite.ts'

const [old, other, next] = [1, 2, 3].map((last) => `01890000-0000-7000-8000-00000000000${last}`)
const replaced = [{ from: old ?? '', to: next ?? '', size: 7 }]
const change = { kind: 'replace files', files: replaced } as const

const paragraph = (...content: object[]) => ({ type: 'paragraph', content })
const link = (href: string) => ({
  type: 'text',
  text: 'a',
  marks: [{ type: 'link', attrs: { href } }],
})
const documentOf = (...content: object[]) => JSON.parse(JSON.stringify({ type: 'doc', content }))

describe('changeLinks that replaces files', () => {
  it('leaves a page without them as it is', () => {
    const document = documentOf(
      paragraph(link(`/files/${other}`), link(`https://a.example/files/${old}`)),
      paragraph({ type: 'file', attrs: { fileId: other, name: 'a', size: 1 } }),
    )
    assert.equal(changeLinks(document, change), document)
  })

  it('replaces links, images, files and addresses in HTML', () => {
    const pageOf = (id: string | undefined, size: number) =>
      documentOf(
        paragraph(link(`/files/${id}#part`), { type: 'image', attrs: { src: `/files/${id}` } }),
        {
          type: 'bulletList',
          content: [{ type: 'listItem', content: [paragraph(link(`/files/${id}`))] }],
        },
        paragraph({ type: 'file', attrs: { fileId: id, name: 'a', size } }),
        { type: 'htmlBlock', attrs: { html: `<img src="/files/${id}">` } },
      )
    assert.deepEqual(changeLinks(pageOf(old, 1), change), pageOf(next, 7))
  })
})
