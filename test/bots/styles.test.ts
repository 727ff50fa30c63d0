import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { matrix } from '../../server/bots/services/matrix/matrix.ts'
import { chatServices } from '../../server/bots/services/registry.ts'
import {
  item,
  paragraph,
  type Span,
  renderMessage,
  renderSpans,
} from '../../server/domain/chats/text.ts'

describe('the style of a chat service', () => {
  for (const { name, style } of chatServices) {
    it(`cuts a message of ${name} at its limit, and says where to read on`, () => {
      const long = [
        paragraph('x'.repeat(50)),
        paragraph({ text: '<&>"'.repeat(20_000), styles: ['bold'] }),
        paragraph('never seen'),
      ]
      const more = [{ text: 'Read on', url: 'https://q.example/pages/1' }]
      const written = renderMessage(long, style, more)
      assert.ok(written.length <= style.limit, `${written.length}`)
      assert.ok(written.length > style.limit * 0.9, `${written.length}`)
      assert.ok(written.includes('Read on') && !written.includes('never seen'))
    })

    it(`links to nothing of ${name} that a program could run`, () => {
      assert.equal(renderSpans([{ text: 'click', url: 'javascript:alert(1)' }], style), 'click')
    })
  }

  it('writes what is struck out, code and new lines as Matrix has them', () => {
    const spans: Span[] = [
      { text: 'a ', styles: ['bold'] },
      { text: 'b', styles: ['italic'] },
      { text: 'c', styles: ['strike', 'bold'] },
      { text: 'd<`', styles: ['code'] },
    ]
    const written = '<b>a</b> <i>b</i><b><del>c</del></b><code>d&lt;`</code>'
    assert.equal(renderSpans(spans, matrix.style), written)
    const blocks = [paragraph('One\ntwo'), item('first'), { kind: 'code', text: 'a < b' } as const]
    assert.equal(
      renderMessage(blocks, matrix.style),
      'One<br>two<br><br>• first<br><br><pre><code>a &lt; b</code></pre>',
    )
  })
})
