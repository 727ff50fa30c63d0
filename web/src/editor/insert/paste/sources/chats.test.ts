import { testClipboards } from '../../../../../../test/support/web/clipboards/test-clipboards.ts'

testClipboards(
  'Slack and Teams',
  `
=== Slack, marks and a link
--- html
<meta charset='utf-8'><div class="p-rich_text_section">Hi <a target="_blank" class="c-link c-member_slug c-member_slug--link" data-member-id="U1" data-stringify-type="mention" href="https://x.slack.com/team/U1">@ann</a>, <b data-stringify-type="bold">now</b> <i data-stringify-type="italic">or</i> <s data-stringify-type="strike">later</s> <code data-stringify-type="code" class="c-mrkdwn__code">x()</code> <a target="_blank" class="c-link" data-stringify-link="https://example.com/a" href="https://example.com/a">here</a><span aria-label="" class="c-mrkdwn__br" data-stringify-type="paragraph-break"></span>Next</div>
--- expected
Hi @ann, **now** *or* ~~later~~ \`x()\` [here](https://example.com/a)

Next
=== Slack, a list on two levels
--- html
<ul data-stringify-type="unordered-list" data-list-tree="true" class="p-rich_text_list p-rich_text_list__bullet p-rich_text_list--nested" data-indent="0" data-border="0"><li data-stringify-indent="0" data-stringify-border="0">One</li></ul><ul data-stringify-type="unordered-list" class="p-rich_text_list p-rich_text_list__bullet" data-indent="1" data-border="0"><li data-stringify-indent="1">Below</li></ul><ul data-stringify-type="unordered-list" class="p-rich_text_list" data-indent="0" data-border="0"><li data-stringify-indent="0">Two</li></ul>
--- expected
- One
  - Below
- Two
=== Slack, code, quote and emoji
--- html
<pre class="c-mrkdwn__pre" data-stringify-type="pre"><div class="p-rich_text_block--no-overflow">line 1<br>line 2</div></pre><blockquote type="cite" class="c-mrkdwn__quote" data-stringify-type="quote">Said</blockquote><div class="p-rich_text_section">Yes <img data-id="tada" src="https://a.slack-edge.com/1f389.png" aria-label="tada emoji" data-stringify-type="emoji" data-stringify-emoji=":tada:" alt=":tada:"></div>
--- expected
\`\`\`
line 1
line 2
\`\`\`

> Said

Yes :tada:
=== Teams, a mention and an emoji
--- html
<div><p itemprop="copy-paste-block">Hello <span itemtype="http://schema.skype.com/Mention" itemscope="" itemid="0">Ann Smith</span>, done <img alt="🙂" src="https://statics.teams.cdn.office.net/x.png" itemtype="http://schema.skype.com/Emoji" itemid="smile" width="20" height="20"></p><ul><li>One</li></ul></div>
--- expected
Hello @Ann Smith, done 🙂

- One
=== Teams, code and a quoted message
--- html
<div itemprop="copy-paste-block"><codeblock class="Python"><code><span>a = 1</span><br>print(a)</code></codeblock><blockquote itemscope="" itemtype="http://schema.skype.com/Reply" itemid="17"><strong itemprop="mri">Bob</strong><span itemprop="time" itemid="17">10:00</span><p itemprop="preview">Where?</p></blockquote><p>Here.</p></div>
--- expected
\`\`\`python
a = 1
print(a)
\`\`\`

> **Bob**
>
> Where?

Here.
`,
)
