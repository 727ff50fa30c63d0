import { testClipboards } from '../../../../../../test/support/web/clipboards/test-clipboards.ts'

testClipboards(
  'Confluence',
  `
=== panels of the cloud
--- html
<meta charset='utf-8'><div data-panel-type="info" data-pm-slice="0 0 []" class="ak-editor-panel"><div class="ak-editor-panel__icon" contenteditable="false"><span role="img" aria-label="Panel info"><svg></svg></span></div><div class="ak-editor-panel__content"><p>Know this.</p></div></div><div data-panel-type="error"><div><p>Broken.</p></div></div>
--- expected
> [!NOTE]
> Know this.

> [!CAUTION]
> Broken.
=== macros of a server
--- html
<div class="confluence-information-macro confluence-information-macro-warning conf-macro output-block" data-hasbody="true" data-macro-name="warning"><p class="title">Stop</p><span class="aui-icon aui-icon-small aui-iconfont-error confluence-information-macro-icon"></span><div class="confluence-information-macro-body"><p>Not here.</p></div></div>
--- expected
> [!WARNING]
> **Stop**
>
> Not here.
=== tasks of the cloud
--- html
<meta charset='utf-8'><div data-node-type="actionList" data-task-list-local-id="t1" style="list-style: none; padding-left: 0" data-pm-slice="0 0 []"><div data-task-local-id="a" data-task-state="DONE">Plan</div><div data-task-local-id="b" data-task-state="TODO">Build <strong>it</strong></div></div>
--- expected
- [x] Plan
- [ ] Build **it**
=== tasks of a rendered page
--- html
<div role="group" data-task-list-local-id="" class="confluence-ssr-app-1"><div data-task-local-id="1"><div><span contenteditable="false"><input aria-label="Mark task as completed" type="checkbox" checked></span><div data-component="content">Done</div></div></div><div data-task-local-id="2"><div><span contenteditable="false"><input type="checkbox"></span><div data-component="content">Open</div></div></div></div>
--- expected
- [x] Done
- [ ] Open
=== tasks of a server
--- html
<ul class="inline-task-list" data-inline-tasks-content-id="1"><li data-inline-task-id="1" class="checked"><span>One</span></li><li data-inline-task-id="2"><span>Two</span></li></ul><p class="confluence-embedded">x</p>
--- expected
- [x] One
- [ ] Two

x
=== an expand
--- html
<meta charset='utf-8'><div data-node-type="expand" data-title="Details" data-expanded="true" data-pm-slice="0 0 []"><p>Inside</p><ul class="ak-ul"><li><p>One</p></li></ul></div>
--- expected
<details>
<summary>Details</summary>

Inside

- One

</details>
=== an expand of a server
--- html
<div class="expand-container conf-macro output-block" data-macro-name="expand"><div class="expand-control" aria-expanded="true"><span class="expand-icon aui-icon">&nbsp;</span><span class="expand-control-text conf-macro-render">Click here</span></div><div class="expand-content"><p>Shown.</p></div></div>
--- expected
<details>
<summary>Click here</summary>

Shown.

</details>
=== code of the cloud
--- html
<meta charset='utf-8'><pre data-language="java" class="code-block" data-pm-slice="1 1 []"><code>class A {
  int b;
}</code></pre><p data-prosemirror-node-name="paragraph">After</p>
--- expected
\`\`\`java
class A {
  int b;
}
\`\`\`

After
=== code of a server, with a title
--- html
<div class="code panel pdl conf-macro output-block" style="border-width: 1px;" data-macro-name="code"><div class="codeHeader panelHeader pdl"><b>run.sh</b></div><div class="codeContent panelContent pdl"><pre class="syntaxhighlighter-pre" data-syntaxhighlighter-params="brush: bash; gutter: false; theme: Confluence">echo hi
exit</pre></div></div>
--- expected
**run.sh**

\`\`\`bash
echo hi
exit
\`\`\`
=== status, date, mention and emoji
--- html
<p data-prosemirror-content-type="node">State <span data-node-type="status" data-color="green" data-local-id="1">done</span> by <span data-mention-id="5" data-access-level="">@Ann Smith</span> on <span data-node-type="date" data-timestamp="1795305600000">Nov 22, 2026</span> <span data-emoji-short-name=":tada:" data-emoji-text="🎉" contenteditable="false"><img src="https://pf-emoji/x.png" alt=":tada:"></span></p>
--- expected
State \`DONE\` by @Ann Smith on <time datetime="2026-11-22">2026-11-22</time> 🎉
=== a table with row numbers
--- html
<div class="pm-table-container" data-layout="default"><table data-number-column="true" data-table-local-id="1"><tbody><tr><th class="ak-renderer-table-number-column"></th><th rowspan="1" colspan="1"><p><strong>Name</strong></p></th><th rowspan="1" colspan="1"><p><strong>Why</strong></p></th></tr><tr><td class="ak-renderer-table-number-column">1</td><td><p>Ann</p></td><td><p data-node-type="x">Reason</p></td></tr></tbody></table></div>
--- expected
| Name | Why |
| - | - |
| Ann | Reason |
=== columns and a card
--- html
<div data-layout-section="true"><div data-layout-column="true" style="flex-basis: 50%" data-column-width="50"><p>Left</p></div><div data-layout-column="true" style="flex-basis: 50%"><p><a data-card="" data-card-url="https://example.com/x" href="https://example.com/x">https://example.com/x</a></p></div></div><p data-node-type="p"></p>
--- expected
Left

<https://example.com/x>
`,
)
