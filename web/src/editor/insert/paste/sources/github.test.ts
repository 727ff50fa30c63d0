import { testClipboards } from '../../../../../../test/support/web/clipboards/test-clipboards.ts'

testClipboards(
  'GitHub',
  `
=== a heading with its anchor
--- html
<meta charset='utf-8'><div class="markdown-heading" dir="auto"><h2 tabindex="-1" class="heading-element" dir="auto">Install</h2><a id="user-content-install" class="anchor" aria-label="Permalink: Install" href="https://github.com/a/b#install"><svg class="octicon octicon-link"></svg></a></div><p dir="auto">Run it.</p>
--- expected
## Install

Run it.
=== tasks
--- html
<ul class="contains-task-list"><li class="task-list-item enabled"><input type="checkbox" id="" disabled="" class="task-list-item-checkbox" checked=""> Done</li><li class="task-list-item"><span class="handle"><svg class="drag-handle"></svg></span><input type="checkbox" class="task-list-item-checkbox" aria-label="Incomplete task"> Open</li></ul>
--- expected
- [x] Done
- [ ] Open
=== alerts
--- html
<div class="markdown-alert markdown-alert-tip" dir="auto"><p class="markdown-alert-title" dir="auto"><svg class="octicon octicon-light-bulb mr-2"></svg>Tip</p><p dir="auto">Do this.</p></div><div class="markdown-alert markdown-alert-caution"><p class="markdown-alert-title"><svg></svg>Caution</p><p>Or else.</p></div>
--- expected
> [!TIP]
> Do this.

> [!CAUTION]
> Or else.
=== code with a copy button
--- html
<div class="highlight highlight-source-shell notranslate position-relative overflow-auto" dir="auto" data-snippet-clipboard-copy-content="npm ci"><pre>npm ci
npm <span class="pl-c1">test</span></pre><div class="zeroclipboard-container"><clipboard-copy aria-label="Copy" class="ClipboardButton btn" value="npm ci" tabindex="0" role="button"><svg></svg></clipboard-copy></div></div>
--- expected
\`\`\`shell
npm ci
npm test
\`\`\`
=== users, issues and commits
--- html
<p dir="auto">Thanks <a class="user-mention notranslate" data-hovercard-type="user" href="https://github.com/ann">@ann</a>, see <a class="issue-link js-issue-link" href="https://github.com/a/b/issues/7">#7</a> and <a class="commit-link" href="https://github.com/a/b/commit/0a1b2c3"><tt>0a1b2c3</tt></a> <g-emoji class="g-emoji" alias="rocket">🚀</g-emoji></p>
--- expected
Thanks [@ann](https://github.com/ann), see [#7](https://github.com/a/b/issues/7) and [\`0a1b2c3\`](https://github.com/a/b/commit/0a1b2c3) 🚀
=== a table
--- html
<markdown-accessiblity-table><table role="table" tabindex="0"><thead><tr><th>Key</th><th align="center">On</th><th align="right">n</th></tr></thead><tbody><tr><td><code class="notranslate">a</code></td><td align="center">yes</td><td align="right">1</td></tr></tbody></table></markdown-accessiblity-table>
--- expected
| Key | On | n |
| - | :-: | -: |
| \`a\` | yes | 1 |
=== footnotes
--- html
<div class="markdown-body"><p dir="auto">Claim<sup><a href="#user-content-fn-1-0a" id="user-content-fnref-1-0a" data-footnote-ref="" aria-describedby="footnote-label">1</a></sup></p><section data-footnotes="" class="footnotes"><h2 id="footnote-label" class="sr-only">Footnotes</h2><ol dir="auto"><li id="user-content-fn-1-0a"><p dir="auto">Proof. <a href="#user-content-fnref-1-0a" data-footnote-backref="" aria-label="Back to reference 1" class="data-footnote-backref">↩</a></p></li></ol></section></div>
--- expected
Claim[^1]

[^1]: Proof.
=== formulas
--- html
<p dir="auto" class="markdown-body">So <math-renderer class="js-inline-math" style="display: inline-block" data-run-id="1">$a^2$</math-renderer> and</p><math-renderer class="js-display-math" style="display: block">$$b_1$$</math-renderer>
--- expected
So $a^2$ and

$$
b_1
$$
=== lines of a file
--- html
<table class="highlight tab-size js-file-line-container" data-hpc=""><tbody><tr><td id="L1" class="blob-num js-line-number" data-line-number="1"></td><td id="LC1" class="blob-code blob-code-inner js-file-line"><span class="pl-k">const</span> a = 1</td></tr><tr><td id="L2" class="blob-num" data-line-number="2"></td><td id="LC2" class="blob-code blob-code-inner">  b()</td></tr></tbody></table>
--- expected
\`\`\`
const a = 1
  b()
\`\`\`
=== lines of the new file view
--- html
<div class="react-code-lines"><div class="react-code-text react-code-line-contents react-file-line html-div" data-testid="code-cell" id="LC1"><span class="pl-k">import</span> x</div><div class="react-code-text react-code-line-contents react-file-line html-div" id="LC2">x()</div></div>
--- expected
\`\`\`
import x
x()
\`\`\`
=== the source of a comment
--- text
### Steps

1. Open
2. Close

\`\`\`js
a()
\`\`\`

- [ ] later
--- expected
### Steps

1. Open
2. Close

\`\`\`js
a()
\`\`\`

- [ ] later
=== details
--- html
<div class="markdown-body"><details open=""><summary>Log</summary><div class="snippet-clipboard-content notranslate position-relative"><pre class="notranslate"><code>one
two
</code></pre><div class="zeroclipboard-container"><clipboard-copy value="x"></clipboard-copy></div></div></details></div>
--- expected
<details open>
<summary>Log</summary>

\`\`\`
one
two
\`\`\`

</details>
=== an image of the proxy, linked to itself
--- html
<p class="markdown-body"><a target="_blank" rel="noopener noreferrer" href="https://camo.githubusercontent.com/1"><img src="https://camo.githubusercontent.com/1" alt="Build" data-canonical-src="https://ci.example.com/badge.svg" style="max-width: 100%;"></a></p>
--- expected
[![Build](https://camo.githubusercontent.com/1)](https://camo.githubusercontent.com/1)
`,
)
