import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { html, markdown, mrkdwn, plain } from './styles.ts'
import {
  type Block,
  type ChatStyle,
  item,
  paragraph,
  type Span,
  renderMessage,
  renderSpans,
} from './text.ts'

const styles = {
  mrkdwn: { ...mrkdwn, limit: 3000 },
  markdown: { ...markdown, limit: 16_000 },
  html: { ...html, limit: 4096 },
  plain: { ...plain, limit: 8000 },
} satisfies Record<string, ChatStyle>

const hostile: Record<string, Span> = {
  tags: { text: '</b><script>alert(1)</script> & "x"', url: 'https://q.example/p/1' },
  mentions: {
    text: '<!channel> <@U1> @all @here ~town #one :smile:',
    url: 'https://q.example/p/1',
  },
  markdown: { text: '**a** _b_ `c` [d](https://evil.example) ![e](f) ~~g~~ \\', url: undefined },
  address: { text: 'a](https://evil.example) [b|c', url: 'https://q.example/p/(1)?a="><b|c' },
  script: { text: 'click', url: 'javascript:alert(1)' },
  hidden: { text: 'inv\u202Eoice\u200B\u0000\u2066x\u2069 👩\u200D🔬', url: undefined },
}

const golden: Record<string, Record<string, string>> = {
  mrkdwn: {
    tags: '<https://q.example/p/1|&lt;/b&gt;&lt;script&gt;alert(1)&lt;/script&gt; &amp; "x">',
    mentions: '<https://q.example/p/1|&lt;!channel&gt; &lt;@U1&gt; @all @here ~town #one :smile:>',
    markdown: '**a** _b_ `c` [d](https://evil.example) ![e](f) ~~g~~ \\',
    address: '<https://q.example/p/%281%29?a=%22%3E%3Cb%7Cc|a](https://evil.example) [b¦c>',
    script: 'click',
    hidden: 'invoicex 👩\u200D🔬',
  },
  markdown: {
    tags: String.raw`[\</b\>\<script\>alert\(1\)\</script\> \& "x"](https://q.example/p/1)`,
    mentions: `[${String.raw`\<\!channel\> \<@`}\u200bU1\\> @\u200ball @\u200bhere \\~town \\#one \\:smile\\:](https://q.example/p/1)`,
    markdown: String.raw`\*\*a\*\* \_b\_ ${'\\`'}c${'\\`'} \[d\]\(https\://evil\.example\) \!\[e\]\(f\) \~\~g\~\~ \\`,
    address: String.raw`[a\]\(https\://evil\.example\) \[b\|c](https://q.example/p/%281%29?a=%22%3E%3Cb%7Cc)`,
    script: 'click',
    hidden: 'invoicex 👩\u200D🔬',
  },
  html: {
    tags: '<a href="https://q.example/p/1">&lt;/b&gt;&lt;script&gt;alert(1)&lt;/script&gt; &amp; &quot;x&quot;</a>',
    mentions:
      '<a href="https://q.example/p/1">&lt;!channel&gt; &lt;@U1&gt; @all @here ~town #one :smile:</a>',
    markdown: '**a** _b_ `c` [d](https://evil.example) ![e](f) ~~g~~ \\',
    address:
      '<a href="https://q.example/p/%281%29?a=%22%3E%3Cb%7Cc">a](https://evil.example) [b|c</a>',
    script: 'click',
    hidden: 'invoicex 👩\u200D🔬',
  },
}

describe('writeSpans', () => {
  for (const [chat, expected] of Object.entries(golden)) {
    for (const [name, text] of Object.entries(expected)) {
      it(`takes the sting out of ${name} for ${chat}`, () => {
        // SAFETY: the names above.
        const style = styles[chat as keyof typeof styles]
        assert.equal(renderSpans([hostile[name] ?? { text: '' }], style), text)
      })
    }
  }

  it('marks what is bold, italic, struck out and code as each markup does', () => {
    const spans: Span[] = [
      { text: 'a ', styles: ['bold'] },
      { text: 'b', styles: ['italic'] },
      { text: 'c', styles: ['strike', 'bold'] },
      { text: 'd<`', styles: ['code'] },
    ]
    const written = Object.entries(styles).map(([name, style]) => [name, renderSpans(spans, style)])
    assert.deepEqual(Object.fromEntries(written), {
      mrkdwn: '*a* _b_*~c~*d&lt;`',
      markdown: '**a** *b***~~c~~**`` d<` ``',
      html: '<b>a</b> <i>b</i><b><s>c</s></b><code>d&lt;`</code>',
      plain: 'a bcd<`',
    })
  })
})

describe('write', () => {
  const all: Block[] = [
    { kind: 'heading', spans: [{ text: 'Head', styles: ['bold'] }] },
    paragraph('One\ntwo'),
    item('first'),
    { kind: 'item', marker: '2.', depth: 1, spans: [{ text: 'second' }] },
    { kind: 'quote', spans: [{ text: 'said\nso' }] },
    { kind: 'code', text: 'a < b\n```' },
    { kind: 'rule' },
  ]

  it('writes every kind of block in every markup', () => {
    assert.equal(
      renderMessage(all, styles.mrkdwn),
      "*Head*\n\nOne\ntwo\n\n• first\n\u20032. second\n\n> said\n> so\n\n```\na &lt; b\n'''\n```\n\n———",
    )
    assert.equal(
      renderMessage(all, styles.markdown),
      '**Head**\n\nOne\ntwo\n\n• first\n\u20032\\. second\n\n> said\n> so\n\n``````\na < b\n```\n``````\n\n———',
    )
    assert.equal(
      renderMessage(all, styles.html),
      '<b>Head</b>\n\nOne\ntwo\n\n• first\n\u20032. second\n\n<blockquote>said\nso</blockquote>\n\n<pre>a &lt; b\n```</pre>\n\n———',
    )
    assert.equal(
      renderMessage(all, styles.plain),
      'Head\n\nOne\ntwo\n\n• first\n\u20032. second\n\n> said\n> so\n\na < b\n```\n\n———',
    )
  })

  it('cuts at the limit of each chat, never in an escape or a tag, and says where to read on', () => {
    const long = [
      paragraph('x'.repeat(50)),
      paragraph({ text: '<&>"'.repeat(20_000), styles: ['bold'] }),
      paragraph('never seen'),
    ]
    const more = [{ text: 'Read on', url: 'https://q.example/pages/1' }]
    for (const [name, style] of Object.entries(styles)) {
      const written = renderMessage(long, style, more)
      assert.ok(written.length <= style.limit, `${name}: ${written.length}`)
      assert.ok(written.length > style.limit * 0.9, `${name}: ${written.length}`)
      assert.ok(written.includes('Read on') && !written.includes('never seen'), name)
      const [body = ''] = written.split('… ')
      if (name === 'html') {
        assert.match(body, /^x+\n\n<b>(?:&(?:lt|gt|amp|quot);)+<\/b>\n$/)
      }
      if (name === 'mrkdwn') assert.match(body, /^x+\n\n\*(?:&(?:lt|gt|amp);|")+\*\n$/)
    }
  })

  it('leaves whole what just fits', () => {
    const text = 'y'.repeat(styles.html.limit)
    assert.equal(renderMessage([paragraph(text)], styles.html), text)
    assert.equal(renderMessage([paragraph(`${text}y`)], styles.html).length <= 4096, true)
  })

  it('never parts a pair of surrogates', () => {
    const text = '😀'.repeat(3000)
    const written = renderMessage([paragraph(text)], styles.html)
    assert.equal(written.isWellFormed(), true)
  })
})
