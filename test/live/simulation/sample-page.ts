import assert from 'node:assert/strict'
import type { Node } from 'prosemirror-model'
import { parseMarkdown } from '../../../content/parse-markdown.ts'
import { schema } from '../../../content/schema.ts'

/** A page with every kind of block. */
export function samplePage(): Node {
  return pageOf(sample)
}

export function pageOf(markdown: string): Node {
  const parsed = parseMarkdown(markdown)
  assert.ok(parsed.ok)
  return schema.nodeFromJSON(parsed.document)
}

/** A board with three columns. */
export function sampleBoard(): Node {
  const column = (title: string) => ({
    type: 'kanbanColumn',
    content: [
      { type: 'heading', attrs: { level: 2 }, content: [{ type: 'text', text: title }] },
      ...['first', 'second', 'third'].map((name) => ({
        type: 'kanbanCard',
        content: [
          { type: 'paragraph', content: [{ type: 'text', text: `${title}: the ${name}` }] },
        ],
      })),
    ],
  })
  return schema.nodeFromJSON({ type: 'doc', content: ['Open', 'Doing', 'Done'].map(column) })
}

const sample = `## Part of the plan

The quick brown fox jumps over the **lazy dog** and *runs* back to ==its den== before [the night](https://example.org/1) comes.

- first point of the list
- second point with \`code\`
  - nested point one
  - nested point two
    - third level
- last point

1. step one
2. step two

- [ ] open task
- [x] done task
  - [ ] sub task

| Name | Count | Note |
| --- | ---: | --- |
| apple | 1 | red |
| pear | 4 | green one |
| plum | 9 | blue |

> [!TIP]
> A callout with a tip.
>
> And a second paragraph.

> A quote of somebody,
> in two lines.

\`\`\`ts
const answer = 42
function f() { return answer }
\`\`\`

A formula $e^{i\\pi} + 1 = 0$ and a footnote[^n] and <kbd>raw</kbd> html, and an image [![alt](https://x.org/a.png)](https://x.org/1).

$$
\\int_0^1 x dx
$$

<div class="raw">block</div>

<details>
<summary>A toggle with **bold** words</summary>

What the toggle hides, until <time datetime="2026-11-22">2026-11-22</time>.

- a point of it

</details>

<a id="place"></a>An anchor, <img src="/a.png" alt="small" width="120" align="left"> and
![film](/files/01234567-89ab-4cde-8f01-23456789abcd "file, video/mp4, 12 bytes").

![Another page](/pages/01234567-89ab-4cde-8f01-23456789abcd#place)

[^n]: The text of the footnote.
`
