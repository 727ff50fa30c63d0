import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { generateHTML, generateJSON } from '@tiptap/core'
import { writeMarkdown } from '../../../content/write-markdown.ts'
import { pageOf as page } from '../../../test/support/web/editor.ts'
import { normal } from '../pages/saving/same-document.ts'
import { fromJson, toJson } from './json.ts'
import { schemaExtensions } from './nodes/schema-extensions.ts'

/** What is pasted of this HTML, as Markdown. */
function pasted(html: string): string {
  return writeMarkdown(fromJson(generateJSON(html, schemaExtensions))).trim()
}

const everything = `# Title

Text with **bold**, *italic*, ~~strike~~, \`code\`, <u>underline</u> and <mark>highlight</mark>.

- [x] Done
- [ ] Open

3. Three
4. Four

- Plain
- [x] Ticked

> [!WARNING]
> Careful.

\`\`\`ts title="a.ts"
const a = 1
\`\`\`

| a | b |
| - | :-: |
| 1 | 2 |

$$
x^2
$$

[Page](/pages/01234567-89ab-4cde-8f01-23456789abcd) and [file](/files/01234567-89ab-4cde-8f01-23456789abcd) and $y$[^1] ![alt](https://example.com/a.png "Title")

[^1]: Note.
`

describe('copying from the editor into the editor', () => {
  it('keeps every attribute', () => {
    const document = normal(page(everything))
    const html = generateHTML(toJson(document), schemaExtensions)
    assert.deepEqual(generateJSON(html, schemaExtensions), document)
  })
})

describe('pasting HTML', () => {
  it('takes no address that runs something', () => {
    assert.equal(pasted('<p><a href="javascript:alert(1)">x</a></p>'), 'x')
    assert.doesNotMatch(pasted('<img src="data:text/html,x" onerror="alert(1)">'), /data:|alert/)
  })

  it('leaves out scripts, styles and frames', () => {
    assert.equal(
      pasted('<p>a<script>alert(1)</script></p><style>p{}</style><iframe src="//x"></iframe>'),
      'a',
    )
  })

  it('knows the task lists of other programs', () => {
    const html =
      '<ul class="contains-task-list"><li class="task-list-item"><input type="checkbox" checked disabled> One</li><li class="task-list-item"><p><input type="checkbox"> Two</p></li></ul>'
    assert.equal(pasted(html), '- [x] One\n- [ ] Two')
  })

  it('takes headings, lists, code and tables', () => {
    assert.equal(
      pasted(
        '<h2>A</h2><ul><li>b</li></ul><pre><code class="language-js">c()</code></pre><table><tr><th>d</th></tr><tr><td>e</td></tr></table>',
      ),
      '## A\n\n- b\n\n```js\nc()\n```\n\n| d |\n| - |\n| e |',
    )
  })

  it('reads line ends in HTML as white space', () => {
    assert.equal(pasted('<p>one\n   two</p>'), 'one two')
  })
})
