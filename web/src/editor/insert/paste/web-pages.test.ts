import { testClipboards } from '../../../../../test/support/web/clipboards/test-clipboards.ts'

testClipboards(
  'pages of the web',
  `
=== an article with scripts, buttons and hidden text
--- html
<article><h1>Title</h1><script>alert(1)</script><button>Share</button><p>Text <span class="sr-only">hidden</span>here<span style="display:none">x</span>.</p><nav hidden><a href="https://example.com">x</a></nav></article>
--- expected
# Title

Text here.
=== Wikipedia, a formula and a reference
--- html
<p>The area <span class="mwe-math-element"><span class="mwe-math-mathml-inline mwe-math-mathml-a11y" style="display: none;"><math xmlns="http://www.w3.org/1998/Math/MathML" alttext="{\\displaystyle \\pi r^{2}}"><semantics><mrow></mrow><annotation encoding="application/x-tex">{\\displaystyle \\pi r^{2}}</annotation></semantics></math></span><img src="https://wikimedia.org/x.svg" class="mwe-math-fallback-image-inline" aria-hidden="true" alt="{\\displaystyle \\pi r^{2}}"></span> of a <a href="https://en.wikipedia.org/wiki/Circle" title="Circle">circle</a>.</p>
--- expected
The area $\\pi r^{2}$ of a [circle](https://en.wikipedia.org/wiki/Circle).
=== a figure with a caption
--- html
<figure><img src="https://example.com/a.png" alt="A" width="300"><figcaption>The <b>harbour</b></figcaption></figure>
--- expected
![A](https://example.com/a.png "The harbour")
=== an image that loads late
--- html
<p><img src="data:image/gif;base64,R0lGODlhAQABAAAAACw=" data-src="https://example.com/late.jpg" alt="Late"></p>
--- expected
![Late](https://example.com/late.jpg)
=== definitions
--- html
<dl><dt>Term</dt><dd>Meaning</dd><dt>Other</dt><dd>More</dd></dl>
--- expected
**Term**

Meaning

**Other**

More
=== an admonition of a documentation site
--- html
<div class="admonition warning"><p class="admonition-title">Warning</p><p>Careful.</p></div><div class="theme-admonition theme-admonition-tip admonition_xJq3 alert alert--success"><div class="admonitionHeading_Gvgb"><span class="admonitionIcon_Rf37"><svg></svg></span>My tip</div><div class="admonitionContent_BuS1"><p>Do.</p></div></div>
--- expected
> [!WARNING]
> Careful.

> [!TIP]
> **My tip**
>
> Do.
=== lines parted by breaks
--- html
<p>One<br>two<br><br>Three</p>
--- expected
One\\
two

Three
=== nested boxes
--- html
<div><div><div><span>A</span></div><div><span>B</span></div></div></div>
--- expected
A

B
=== a list in a list without an item
--- html
<ul><li>One</li><ul><li>Below</li></ul><li></li><li>Two</li></ul>
--- expected
- One
  - Below
- Two
=== a table without a head, uneven
--- html
<table><tr><td>a</td><td>b</td></tr><tr><td>c</td></tr></table>
--- expected
| a | b |
| - | - |
| c | |
=== a table with heads of rows
--- html
<table><thead><tr><th>x</th><th>y</th></tr></thead><tbody><tr><th scope="row">1</th><td>2</td></tr></tbody></table>
--- expected
| x | y |
| - | - |
| 1 | 2 |
=== addresses that run
--- html
<p><a href="javascript:alert(1)">x</a> <a href="vbscript:x">y</a> <img src="javascript:alert(1)" onerror="alert(2)"> <a href="https://example.com" onclick="alert(3)">z</a></p>
--- expected
x y [z](https://example.com)
=== a frame with a film
--- html
<p>See</p><iframe src="https://www.youtube.com/embed/abc" title="A film"></iframe>
--- expected
See

[A film](https://www.youtube.com/embed/abc)
=== only a part of a sentence
--- html
<meta charset='utf-8'><span style="color: rgb(32, 33, 34); font-family: sans-serif; display: inline !important; float: none;">part of a </span><b style="color: rgb(32, 33, 34);">sentence</b>
--- text
part of a sentence
--- expected
part of a **sentence**
=== the source of Markdown in a viewer
--- html
<html><body><pre style="word-wrap: break-word; white-space: pre-wrap;"># Title

- a
- b</pre></body></html>
--- text
# Title

- a
- b
--- expected
# Title

- a
- b
=== heading levels by role, and keys
--- html
<div role="heading" aria-level="3">Third</div><p>Press <kbd>Ctrl</kbd>+<kbd>C</kbd>, H<sub>2</sub>O, 10<sup>-3</sup>, 1<sup>st</sup></p>
--- expected
### Third

Press \`Ctrl\`+\`C\`, H₂O, 10⁻³, 1st
=== foreign elements named as nodes of a page
--- html
<div data-node="htmlBlock" data-html="&quot;&lt;script&gt;&quot;">x</div><span data-node="pageMention" data-pageid="&quot;1&quot;">y</span>
--- expected
x

y
=== details
--- html
<details><summary><b>Open</b> me</summary><p>Text</p></details>
--- expected
<details>
<summary>**Open** me</summary>

Text

</details>
`,
)
