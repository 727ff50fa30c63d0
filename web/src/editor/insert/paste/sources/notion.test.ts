import { testClipboards } from '../../../../../../test/support/web/clipboards/test-clipboards.ts'

testClipboards(
  'Notion',
  `
=== tasks
--- html
<meta charset='utf-8'><ul>
<li>[ ] Write</li>
<li>[x] Read<ul>
<li>[ ] Below</li>
</ul>
</li>
</ul>
<!-- notionvc: 11111111-2222-3333-4444-555555555555 -->
--- text
- [ ] Write
- [x] Read
    - [ ] Below
--- expected
- [ ] Write
- [x] Read
  - [ ] Below
=== a callout with an icon
--- html
<meta charset='utf-8'><aside>
⚠️ Mind the <strong>gap</strong>.

</aside>
<!-- notionvc: 1 -->
--- text
<aside>
⚠️ Mind the **gap**.

</aside>
--- expected
> [!WARNING]
> Mind the **gap**.
=== a callout with blocks, and an icon without a kind
--- html
<meta charset='utf-8'><aside>
<p>🐙 Squid</p>
<ul>
<li>One</li>
</ul>
</aside>
<!-- notionvc: 2 -->
--- expected
> [!NOTE]
> 🐙 Squid
>
> - One
=== a toggle
--- html
<meta charset='utf-8'><details>
<summary>More</summary>
<p>Hidden <code>text</code></p>
</details>
<!-- notionvc: 3 -->
--- expected
<details>
<summary>More</summary>

Hidden \`text\`

</details>
=== a toggle of an export
--- html
<ul id="1a" class="toggle"><li><details open=""><summary>Why</summary><p id="2b" class="">Because.</p></details></li></ul><!-- notionvc: 4 -->
--- expected
<details open>
<summary>Why</summary>

Because.

</details>
=== formulas in a line and alone
--- html
<meta charset='utf-8'><p>Energy $E=mc^2$ is it, for $5 or $10.</p>
<p>$$
\\int_0^1 x\\,dx
$$</p>
<!-- notionvc: 5 -->
--- expected
Energy $E=mc^2$ is it, for $5 or $10.

$$
\\int_0^1 x\\,dx
$$
=== columns, one below the other
--- html
<div id="c" class="column-list"><div style="width:50%" class="column"><p>Left</p></div><div style="width:50%" class="column"><p>Right</p></div></div><!-- notionvc: 6 -->
--- expected
Left

Right
=== a database as a table
--- html
<meta charset='utf-8'><table>
<thead>
<tr>
<th>Name</th>
<th>Status</th>
<th>Due</th>
</tr>
</thead>
<tbody>
<tr>
<td><a href="https://www.notion.so/Launch-0a1b">Launch</a></td>
<td>Doing</td>
<td>November 30, 2026</td>
</tr>
</tbody>
</table>
<!-- notionvc: 7 -->
--- types
text/_notion-blocks-v3-production
--- expected
| Name | Status | Due |
| - | - | - |
| [Launch](https://www.notion.so/Launch-0a1b) | Doing | November 30, 2026 |
=== its own types beside HTML
--- html
<meta charset='utf-8'><h1>Plan</h1><p>Text <em>here</em></p><blockquote>
<p>Quote</p>
</blockquote>
<pre><code class="language-jsx">const a = 1
</code></pre>
<hr>
--- types
text/_notion-blocks-v3-production
text/_notion-multi-text-production
--- expected
# Plan

Text *here*

> Quote

\`\`\`jsx
const a = 1
\`\`\`

---
=== numbers that Notion counts itself
--- html
<meta charset='utf-8'><ol>
<li>One<ol>
<li>Inner</li>
</ol>
</li>
<li>Two</li>
</ol>
<!-- notionvc: 8 -->
--- expected
1. One
   1. Inner
2. Two
`,
)
