import { testClipboards } from '../../../../../../test/support/web/clipboards/test-clipboards.ts'

testClipboards(
  'Jupyter',
  `
=== a cell of text and one of code
--- html
<div class="jp-Cell jp-MarkdownCell"><div class="jp-RenderedHTMLCommon jp-RenderedMarkdown"><h2 id="Load">Load<a class="anchor-link" href="#Load">¶</a></h2><p>Read it.</p></div></div><div class="jp-Cell jp-CodeCell"><div class="jp-InputPrompt jp-InputArea-prompt">In [1]:</div><div class="highlight hl-ipython3"><pre><span></span><span class="kn">import</span> <span class="nn">pandas</span></pre></div></div>
--- expected
## Load

Read it.

\`\`\`python
import pandas
\`\`\`
=== a data frame
--- html
<div class="output_subarea"><table border="1" class="dataframe"><thead><tr style="text-align: right;"><th></th><th>name</th><th>n</th></tr></thead><tbody><tr><th>0</th><td>a</td><td>1</td></tr><tr><th>1</th><td>b</td><td>2</td></tr></tbody></table><p>2 rows × 2 columns</p></div>
--- expected
| | name | n |
| - | - | - |
| 0 | a | 1 |
| 1 | b | 2 |

2 rows × 2 columns
=== a formula of MathJax 2
--- html
<div class="text_cell_render"><p>Here <span class="MathJax_Preview"></span><span class="MathJax" id="m1"><nobr>α</nobr></span><script type="math/tex" id="m2">\\alpha</script></p></div>
--- expected
Here $\\alpha$
`,
)
