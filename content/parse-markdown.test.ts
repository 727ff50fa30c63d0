import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { parseMarkdown } from './parse-markdown.ts'
import { writeMarkdown } from './write-markdown.ts'

function content(markdown: string): readonly unknown[] {
  const parsed = parseMarkdown(markdown)
  assert.ok(parsed.ok, parsed.ok ? '' : parsed.reason)
  return parsed.document.content
}

function inline(markdown: string): unknown {
  const [block] = content(markdown)
  return typeof block === 'object' && block !== null && 'content' in block
    ? block.content
    : undefined
}

/** Markdown that must come back byte for byte. */
function assertRoundTrip(markdown: string): void {
  const parsed = parseMarkdown(markdown)
  assert.ok(parsed.ok)
  assert.equal(writeMarkdown(parsed.document), markdown)
}

describe('parseMarkdown refuses', () => {
  it('more blocks than a page may have, and says so', () => {
    const parsed = parseMarkdown('***\n'.repeat(50_001))
    assert.ok(!parsed.ok)
    assert.deepEqual([parsed.path, /50000 nodes/.test(parsed.reason)], ['', true])
  })

  it('addresses that a few characters repeat', () => {
    const parsed = parseMarkdown(`[a]: /${'x'.repeat(30_000)}\n\n${'[a] '.repeat(10)}`)
    assert.ok(!parsed.ok)
    assert.match(parsed.reason, /address/)
  })
})

describe('parseMarkdown', () => {
  it('gives an empty paragraph for nothing', () => {
    for (const source of ['', ' \n\n', '\ufeff', '[a]: /b']) {
      assert.deepEqual(content(source), [{ type: 'paragraph' }])
    }
  })

  it('takes line ends of all systems, and drops what stores refuse', () => {
    assert.deepEqual(inline('a\r\nb\rc\u0000\ud800\u0007'), [
      { type: 'text', text: 'a\nb\nc\ufffd\ufffd' },
    ])
    assert.deepEqual(content('\ufeff# a'), content('# a'))
  })

  it('keeps lists of tasks apart from lists with some tasks', () => {
    assertRoundTrip('- [ ] a\n- [x] b\n')
    assertRoundTrip('- [ ] a\n- b\n')
    assertRoundTrip('1. [x] a\n2. [ ] &#x20;\n')
    assert.deepEqual(content('- \\[ ] a'), content('- &#91; ] a'))
  })

  it('reads mentions of pages and files, and only in their exact form', () => {
    const id = '01234567-89ab-4cde-8f01-23456789abcd'
    assert.deepEqual(inline(`[Plan](/pages/${id})`), [
      { type: 'pageMention', attrs: { pageId: id, label: 'Plan' } },
    ])
    assert.deepEqual(inline(`[a.txt](/files/${id} "file, text/plain, 3 bytes")`), [
      { type: 'file', attrs: { fileId: id, name: 'a.txt', size: 3, mimeType: 'text/plain' } },
    ])
    for (const source of [
      `[**a**](/pages/${id})`,
      `[a](/pages/${id}/x)`,
      `[a](/files/${id})`,
      '[a](/pages/1)',
    ]) {
      assert.match(JSON.stringify(inline(source)), /"link"/)
    }
  })

  it('reads formulas, and leaves prices, variables and escaped dollars alone', () => {
    assert.deepEqual(inline('$a_b$'), [{ type: 'inlineMath', attrs: { latex: 'a_b' } }])
    assert.deepEqual(inline('$`a b`$'), [{ type: 'inlineMath', attrs: { latex: 'a b' } }])
    assert.deepEqual(content('$$\nx\n\ny\n$$'), [{ type: 'blockMath', attrs: { latex: 'x\n\ny' } }])
    assert.deepEqual(content('a\n$$\nx\n$$\nb').length, 3)
    const prose = [
      'from $5 to $10',
      '$HOME and $PATH',
      'US$5 or AU$6',
      '\\$a\\$',
      '$ a $',
      '$5 or 6$',
      '$$',
      'a $$x$$ b',
      '[$a](b$c)',
      '`$a` $b`',
    ]
    for (const source of prose) assert.doesNotMatch(JSON.stringify(content(source)), /Math/, source)
    for (const source of ['from $5 to $10\n', '$HOME/$PATH and $x\n', '$x^2$, $y$\n'])
      assertRoundTrip(source)
  })

  it('reads callouts', () => {
    assertRoundTrip('> [!NOTE]\n> a\n>\n> - b\n')
    assertRoundTrip('> [!WARNING]\n>\n> a\n')
    assertRoundTrip('> [!TIP]\n')
    assertRoundTrip('> \\[!NOTE]\n> a\n')
    assert.match(
      JSON.stringify(content('> [!CAUTION]\n> a')),
      /"callout","attrs":\{"kind":"caution"/,
    )
  })

  it('reads the tags of marks without a sign of their own, in pairs and without attributes', () => {
    assert.deepEqual(inline('<u>a</u>'), [
      { type: 'text', marks: [{ type: 'underline' }], text: 'a' },
    ])
    assertRoundTrip('<u>**a** <mark>b</mark></u>\n')
    assertRoundTrip('<u>a</u> <u x="">b</u> </mark>\n')
    for (const source of ['<u>a', '*<u>a*</u>', '<u id="x">a</u>'])
      assert.match(JSON.stringify(inline(source)), /htmlInline/)
  })

  it('reads footnotes wherever they are defined', () => {
    assertRoundTrip('a[^1] b[^c]\n\n[^1]: d\n\n    - e\n\n> [^c]: f\n')
    assert.deepEqual(inline('[^1]'), [{ type: 'text', text: '[^1]' }])
  })

  it('puts together tables that were written in HTML, and no others', () => {
    const table =
      '<table>\n<tr>\n<td colspan="2">\n\na\n\n- b\n\n</td>\n<td>\n</td>\n</tr>\n</table>\n'
    assert.match(JSON.stringify(content(table)), /^\[\{"type":"table".*"colspan":2/)
    assertRoundTrip(table)
    for (const source of [
      table.replace('colspan="2"', 'class="x"'),
      table.replace('</table>', ''),
      table.replace('<tr>', '<tr><td>'),
    ]) {
      assert.match(JSON.stringify(content(source)), /htmlBlock/)
    }
  })

  it('keeps depth where one mark lies in another of its kind', () => {
    assertRoundTrip('**a **b** c**\n')
    assertRoundTrip('*__a__ b*\n')
    assertRoundTrip('**a**__b__\n')
  })

  it('keeps the cells of a row that is longer than the head of its table', () => {
    for (const markdown of [
      '| a |\n| - |\n| 1 | important |\n',
      '| a |\n| - |\n| 1 | | wichtig |\n| 2 |\n',
      '> | a |\n> | - |\n> | `x` | **важно** \\| y |\n',
      '- a\n\n  | a |\n  | - |\n  | 1 | 重要 |\n',
    ]) {
      const parsed = parseMarkdown(markdown)
      assert.ok(parsed.ok)
      assert.equal(writeMarkdown(parsed.document), markdown)
    }
    const parsed = parseMarkdown('a\n-|\n1 | x | |\n')
    assert.ok(parsed.ok)
  })

  it('reads marks beside Chinese, Japanese and Korean punctuation, and writes them without references', () => {
    for (const [markdown, marked] of [
      ['**注意：**正文\n', '注意：'],
      ['含**「重点」**内容\n', '「重点」'],
      ['これは**「強調」**です\n', '「強調」'],
      ['**가나다(라)**는\n', '가나다(라)'],
      ['- ~~删除。~~保留\n', '删除。'],
      ['| **表：**格 |\n| - |\n', '表：'],
    ] as const) {
      const [document] = [JSON.stringify(content(markdown))]
      assert.match(document, /"marks":\[\{"type":"(?:bold|strike)"\}\]/)
      assert.ok(document.includes(`"text":"${marked}"`), document)
      assertRoundTrip(markdown)
    }
    for (const markdown of ['**注意 ：正文\n', '2 * 3 * 4 个\n', 'snake_注_case\n']) {
      assert.doesNotMatch(JSON.stringify(content(markdown)), /"marks"/)
      assertRoundTrip(markdown)
    }
  })

  it('reads a bare address before the marks in it', () => {
    for (const url of [
      'https://a.b/x~y~z',
      'http://a.b/p*q*r',
      'https://a.b/~u/`c`',
      'HTTPS://a.b/a**b**c',
    ]) {
      const link = { type: 'text', text: url, marks: [{ type: 'link', attrs: { href: url } }] }
      const text = (words: string) => ({ type: 'text', text: words })
      assert.deepEqual(inline(`See ${url} end.`), [text('See '), link, text(' end.')])
    }
    const hrefs = (markdown: string) =>
      Array.from(
        JSON.stringify(content(markdown)).matchAll(/"href":"([^"]*)"/g),
        ([, href]) => href,
      )
    assert.deepEqual(hrefs('**https://a.b/x** ~~https://a.b/~~ *https://a.b/c*\n'), [
      'https://a.b/x',
      'https://a.b/',
      'https://a.b/c',
    ])
    assert.deepEqual(hrefs('[see https://a.b/~x](c)\n'), ['c'])
  })
})
