import { testClipboards } from '../../../../../../test/support/web/clipboards/test-clipboards.ts'

testClipboards(
  'Obsidian',
  `
=== callouts
--- html
<div class="el-div"><div data-callout-metadata="" data-callout-fold="" data-callout="tip" class="callout"><div class="callout-title" dir="auto"><div class="callout-icon"><svg></svg></div><div class="callout-title-inner">Try it</div></div><div class="callout-content"><p dir="auto">Body</p></div></div></div>
--- expected
> [!TIP]
> **Try it**
>
> Body
=== tasks, links and tags
--- html
<ul class="contains-task-list has-list-bullet"><li data-line="0" data-task="x" class="task-list-item is-checked" dir="auto"><input data-line="0" type="checkbox" class="task-list-item-checkbox" checked>See <a data-href="Note" href="app://obsidian.md/Note" class="internal-link" target="_blank" rel="noopener nofollow">Note</a></li><li data-line="1" data-task="" class="task-list-item" dir="auto"><input type="checkbox" class="task-list-item-checkbox">Tag <a href="#home" class="tag" target="_blank">#home</a></li></ul>
--- expected
- [x] See Note
- [ ] Tag #home
=== a folded callout
--- html
<div data-callout="question" data-callout-fold="-" class="callout is-collapsible is-collapsed"><div class="callout-title"><div class="callout-icon"><svg></svg></div><div class="callout-title-inner">Why?</div><div class="callout-fold is-collapsed"><svg></svg></div></div><div class="callout-content"><p>So.</p></div></div>
--- expected
<details>
<summary>Why?</summary>

So.

</details>
=== its source
--- text
> [!warning] Mind
> The gap

==marked== and %%hidden%%
--- expected
> [!WARNING]
> **Mind**
>
> The gap

==marked== and %%hidden%%
=== a formula of MathJax
--- html
<p data-task="">Sum <span class="math math-inline is-loaded"><mjx-container class="MathJax" jax="CHTML"><mjx-math class="MJX-TEX"></mjx-math><mjx-assistive-mml><math xmlns="http://www.w3.org/1998/Math/MathML"><semantics><mi>x</mi><annotation encoding="application/x-tex">x_i</annotation></semantics></math></mjx-assistive-mml></mjx-container></span></p>
--- expected
Sum $x_i$
`,
)
