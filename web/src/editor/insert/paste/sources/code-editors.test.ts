import { testClipboards } from '../../../../../../test/support/web/clipboards/test-clipboards.ts'

testClipboards(
  'code editors',
  `
=== VS Code, several lines
--- html
<meta charset='utf-8'><div style="color: #d4d4d4;background-color: #1e1e1e;font-family: Menlo, Monaco, 'Courier New', monospace;font-weight: normal;font-size: 12px;line-height: 18px;white-space: pre;"><div><span style="color: #569cd6;">const</span><span style="color: #d4d4d4;"> a = </span><span style="color: #b5cea8;">1</span></div><br><div><span style="color: #d4d4d4;">  b(a)</span></div></div>
--- text
const a = 1

  b(a)
--- editor
{"version":1,"isFromEmptySelection":false,"multicursorText":null,"mode":"typescript"}
--- expected
\`\`\`typescript
const a = 1

  b(a)
\`\`\`
=== VS Code, a part of a line
--- html
<meta charset='utf-8'><div style="color: #d4d4d4;font-family: Menlo, monospace;white-space: pre;"><div><span>useState</span></div></div>
--- text
useState
--- editor
{"version":1,"isFromEmptySelection":false,"mode":"typescriptreact"}
--- expected
\`useState\`
=== VS Code, Markdown
--- html
<div style="font-family: monospace;white-space: pre;"><div><span># Title</span></div><div><span>- a</span></div></div>
--- text
# Title
- a
--- editor
{"version":1,"mode":"markdown"}
--- expected
# Title

- a
=== VS Code, plain text
--- html
<div style="font-family: monospace;white-space: pre;"><div><span>Just words</span></div><div><span>and more</span></div></div>
--- text
Just words
and more
--- editor
{"version":1,"mode":"plaintext"}
--- expected
Just words

and more
=== VS Code without its own type, as other browsers hand it over
--- html
<html><body><!--StartFragment--><div style="color: #cccccc;background-color: #1f1f1f;font-family: 'Droid Sans Mono', 'monospace', monospace;white-space: pre;"><div><span style="color: #c586c0;">if</span> (a) {</div><div>  b()</div><div>}</div></div><!--EndFragment--></body></html>
--- text
if (a) {
  b()
}
--- expected
\`\`\`
if (a) {
  b()
}
\`\`\`
=== IntelliJ
--- html
<html><head><meta http-equiv="content-type" content="text/html; charset=UTF-8"></head><body><pre style="background-color:#2b2b2b;color:#a9b7c6;font-family:'JetBrains Mono',monospace;font-size:9.8pt;"><span style="color:#cc7832;">public void </span><span style="color:#ffc66d;">run</span>() {<br>  go();<br>}</pre></body></html>
--- text
public void run() {
  go();
}
--- expected
\`\`\`
public void run() {
  go();
}
\`\`\`
=== a page of documentation with numbered lines
--- html
<div class="highlight-python notranslate"><div class="highlight"><table class="highlighttable"><tbody><tr><td class="linenos"><div class="linenodiv"><pre><span class="normal">1</span>
<span class="normal">2</span></pre></div></td><td class="code"><div><pre><span></span><span class="kn">import</span> os
os.getcwd()
</pre></div></td></tr></tbody></table></div></div>
--- expected
\`\`\`
import os
os.getcwd()
\`\`\`
=== highlight.js
--- html
<pre><code class="hljs language-css"><span class="hljs-selector-tag">a</span> { color: red }</code></pre>
--- expected
\`\`\`css
a { color: red }
\`\`\`
=== a docs site with a button and lines in elements
--- html
<div class="language-bash codeBlockContainer_Ckt0 theme-code-block"><div class="codeBlockContent_biex"><pre tabindex="0" class="prism-code language-bash codeBlock_bY9V"><code class="codeBlockLines_e6Vv"><span class="token-line" style="color:#393A34"><span class="token plain">npm init</span><br></span><span class="token-line"><span class="token plain">npm start</span><br></span></code></pre><div class="buttonGroup__atx"><button type="button" aria-label="Copy code to clipboard" title="Copy" class="clean-btn"><span>Copy</span></button></div></div></div>
--- expected
\`\`\`bash
npm init
npm start
\`\`\`
`,
)
