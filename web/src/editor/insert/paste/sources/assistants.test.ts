import { testClipboards } from '../../../../../../test/support/web/clipboards/test-clipboards.ts'

testClipboards(
  'chat answers',
  `
=== ChatGPT, code below a bar
--- html
<meta charset='utf-8'><p data-start="0" data-end="12">Run <strong data-start="4" data-end="8">this</strong>:</p><pre class="overflow-visible!" data-start="14" data-end="60"><div class="contain-inline-size rounded-2xl relative bg-token-sidebar-surface-primary"><div class="flex items-center text-token-text-secondary px-4 py-2 text-xs font-sans justify-between">python</div><div class="sticky top-9"><div class="absolute end-0 bottom-0 flex h-9 items-center pe-2"><button class="flex gap-1 items-center" aria-label="Copy">Copy code</button></div></div><div class="overflow-y-auto p-4" dir="ltr"><code class="whitespace-pre! language-python"><span><span class="hljs-built_in">print</span>(1)
</span></code></div></div></pre>
--- expected
Run **this**:

\`\`\`python
print(1)
\`\`\`
=== ChatGPT, formulas
--- html
<p data-start="0" data-end="20">With <span class="katex"><span class="katex-mathml"><math xmlns="http://www.w3.org/1998/Math/MathML"><semantics><mrow><mi>E</mi></mrow><annotation encoding="application/x-tex">E=mc^2</annotation></semantics></math></span><span class="katex-html" aria-hidden="true"><span class="base"><span class="mord mathnormal">E</span></span></span></span>:</p><span class="katex-display"><span class="katex"><span class="katex-mathml"><math xmlns="http://www.w3.org/1998/Math/MathML" display="block"><semantics><mrow></mrow><annotation encoding="application/x-tex">\\frac{a}{b}</annotation></semantics></math></span><span class="katex-html" aria-hidden="true"><span>a</span></span></span></span>
--- expected
With $E=mc^2$:

$$
\\frac{a}{b}
$$
=== ChatGPT, a citation
--- html
<p data-start="0" data-end="30">Rain comes.<span class="" data-state="closed"><span class="ms-1 inline-flex max-w-full items-center" data-testid="webpage-citation-pill"><a href="https://example.com/weather?utm_source=chatgpt.com" target="_blank" rel="noopener"><span class="flex">Example</span></a></span></span></p>
--- expected
Rain comes. [Example](https://example.com/weather)
=== ChatGPT, a table and a list
--- html
<div class="_tableContainer_1rjym_1"><table class="w-fit min-w-(--thread-content-width)" data-start="5" data-end="90"><thead><tr><th data-col-size="sm">Tool</th><th data-col-size="sm">Speed</th></tr></thead><tbody><tr><td data-col-size="sm">A</td><td data-col-size="sm"><strong>fast</strong></td></tr></tbody></table></div><ol data-start="91" data-end="99"><li data-start="91"><p data-start="94">One</p></li><li><p>Two</p></li></ol>
--- expected
| Tool | Speed |
| - | - |
| A | **fast** |

1. One
2. Two
=== Claude, code below a bar
--- html
<div class="font-claude-response"><p class="whitespace-normal break-words">Try:</p><div class="relative group/copy bg-bg-000/50 rounded-lg"><div class="sticky opacity-0 group-hover/copy:opacity-100 top-2"><button type="button" aria-label="Copy to clipboard"><svg></svg></button></div><div class="text-text-500 font-small p-3.5 pb-0">rust</div><div class="overflow-x-auto"><pre class="code-block__code !my-0"><code class="language-rust" style="white-space: pre;"><span class="token keyword">fn</span> <span>main</span>() {}</code></pre></div></div></div>
--- expected
Try:

\`\`\`rust
fn main() {}
\`\`\`
=== Gemini, code and formulas
--- html
<p data-sourcepos="1:1-1:10">So <span class="math-inline" data-math="a^2+b^2">a2+b2</span>.</p><div class="math-block" data-math="\\sum_i i">∑</div><response-element><code-block><div class="code-block"><div class="code-block-decoration header-formatted gds-title-s"><span>Python</span><div class="buttons"><button aria-label="Copy code"><mat-icon>content_copy</mat-icon></button></div></div><div class="formatted-code-block-internal-container"><div class="animated-opacity"><pre><code role="text" data-test-id="code-content" class="code-container formatted"><span class="hljs-keyword">import</span> os
</code></pre></div></div></div></code-block></response-element>
--- expected
So $a^2+b^2$.

$$
\\sum_i i
$$

\`\`\`python
import os
\`\`\`
=== Gemini, a citation that is only a number
--- html
<p data-sourcepos="1:1-1:9">It is so.<source-footnote><sup class="superscript" data-turn-source-index="1">1</sup></source-footnote><sources-carousel-inline><span>x</span></sources-carousel-inline> And more.</p><response-element></response-element>
--- expected
It is so. And more.
=== the copy button of a chat
--- text
## Answer

Use \`a\`:

\`\`\`python
a = 1
\`\`\`

| x | y |
|---|---|
| 1 | 2 |
--- expected
## Answer

Use \`a\`:

\`\`\`python
a = 1
\`\`\`

| x | y |
| - | - |
| 1 | 2 |
`,
)
