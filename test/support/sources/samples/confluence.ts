import type { Sample } from './sample.ts'

const macro = 'confluence-information-macro'

/** A page of Confluence with the page `Other_2.html` and the attachments `attachments/1/3.png` and `4.pdf`. */
export const confluenceSamples: readonly Sample[] = [
  {
    block: 'Headings and text',
    source: '<h2 id="Page-One">One</h2><p>Text</p>',
    markdown: '## One\n\nText\n',
  },
  {
    block: 'Bold, italic, strikethrough, code',
    source: '<p><strong>a</strong> <em>b</em> <s>c</s> <code>d</code></p>',
    markdown: '**a** *b* ~~c~~ `d`\n',
  },
  { block: 'Underline', source: '<p><u>a</u></p>', markdown: '<u>a</u>\n' },
  {
    block: 'Superscript',
    source: '<p>x<sup>2</sup></p>',
    markdown: 'x<sup>2</sup>\n',
  },
  {
    block: 'Link to a page',
    source: '<p><a href="Other_2.html">Other</a></p>',
    markdown: '[Other](Other.md)\n',
  },
  {
    block: 'Image',
    source:
      '<p><span class="confluence-embedded-file-wrapper"><img class="confluence-embedded-image" width="300" data-linked-resource-default-alias="photo.png" src="attachments/1/3.png?width=300"></span></p>',
    markdown: '<img src="attachments/1/3.png" alt="photo.png" width="300">\n',
  },
  {
    block: 'File',
    source: '<p><a class="confluence-embedded-file" href="attachments/1/4.pdf">doc.pdf</a></p>',
    markdown: '[doc.pdf](attachments/1/4.pdf)\n',
  },
  {
    block: 'Lists and tasks',
    source:
      '<ul><li>a<ol><li>b</li></ol></li></ul><ul class="inline-task-list" data-inline-tasks-content-id="1"><li class="checked" data-inline-task-id="1">c</li><li data-inline-task-id="2">d</li></ul>',
    markdown: '- a\n  1. b\n\n* [x] c\n* [ ] d\n',
  },
  { block: 'Quote', source: '<blockquote><p>a</p></blockquote>', markdown: '> a\n' },
  {
    block: 'Callout',
    source: `<div class="${macro} ${macro}-warning"><p class="title">Hot</p><span class="aui-icon aui-icon-small"></span><div class="${macro}-body"><p>Text</p></div></div><div class="panel"><div class="panelHeader"><b>Info</b></div><div class="panelContent"><p>b</p></div></div>`,
    markdown: '> [!WARNING]\n> **Hot**\n>\n> Text\n\n> [!NOTE]\n> b\n',
  },
  {
    block: 'Toggle',
    source:
      '<div class="expand-container"><div class="expand-control"><span class="expand-control-icon"></span><span class="expand-control-text">More</span></div><div class="expand-content"><p>Text</p></div></div>',
    markdown: '<details>\n<summary>More</summary>\n\nText\n\n</details>\n',
  },
  {
    block: 'Code block',
    source:
      '<div class="code panel pdl"><div class="codeHeader panelHeader"><b>a.java</b></div><div class="codeContent panelContent pdl"><pre class="syntaxhighlighter-pre" data-syntaxhighlighter-params="brush: java; gutter: false">int a;\n  int b;</pre></div></div>',
    markdown: '**a.java**\n\n```java\nint a;\n  int b;\n```\n',
  },
  {
    block: 'Table',
    source:
      '<div class="table-wrap"><table class="confluenceTable"><tbody><tr><th class="confluenceTh"><p>a</p></th><th class="confluenceTh"><p>b</p></th></tr><tr><td class="confluenceTd"><p>c</p></td><td class="confluenceTd"><p>d</p></td></tr></tbody></table></div>',
    markdown: '| a | b |\n| - | - |\n| c | d |\n',
  },
  { block: 'Divider', source: '<p>a</p><hr/><p>b</p>', markdown: 'a\n\n---\n\nb\n' },
  {
    block: 'Date',
    source: '<p><time datetime="2025-11-03" class="date-past">03 Nov 2025</time></p>',
    markdown: '<time datetime="2025-11-03">2025-11-03</time>\n',
  },
  {
    block: 'Emoji',
    source:
      '<p><img class="emoticon emoticon-smile" data-emoji-fallback="🙂" alt="(smile)" src="images/icons/emoticons/smile.png"></p>',
    markdown: '🙂\n',
  },
  {
    block: 'Status',
    source: '<p><span class="status-macro aui-lozenge aui-lozenge-success">Done</span></p>',
    markdown: '`DONE`\n',
    as: 'code',
  },
  {
    block: 'Columns',
    source:
      '<div class="columnLayout two-equal" data-layout="two-equal"><div class="cell normal"><div class="innerCell"><p>a</p></div></div><div class="cell normal"><div class="innerCell"><p>b</p></div></div></div>',
    markdown: 'a\n\nb\n',
    as: 'one below the other',
  },
  {
    block: 'Table of contents',
    source:
      '<div class="toc-macro rbtoc1"><ul><li><a href="#Page-One">One</a></li></ul></div><p>a</p>',
    markdown: 'a\n',
    isLost: true,
  },
  {
    block: 'Drawing',
    source: '<div class="drawio-macro"><img src="x.png"></div><p>a</p>',
    markdown: 'a\n',
    isLost: true,
  },
]

/** A page of a space that was exported as HTML. */
export function confluencePage(title: string, body: string, { after = '', by = '' } = {}): string {
  return `<!DOCTYPE html>
<html><head><title>Team : ${title}</title><link rel="stylesheet" href="styles/site.css" type="text/css" /></head>
<body class="theme-default aui-theme-default"><div id="page"><div id="main" class="aui-page-panel">
<div id="main-header"><div id="breadcrumb-section"><ol id="breadcrumbs"><li class="first"><span><a href="index.html">Team</a></span></li></ol></div>
<h1 id="title-heading" class="pagetitle"><span id="title-text">
            Team : ${title}
    </span></h1></div>
<div id="content" class="view"><div class="page-metadata">${by}</div>
<div id="main-content" class="wiki-content group">${body}</div>${after}
</div></div><div id="footer" role="contentinfo"><section class="footer-body"><p>Document generated by Confluence on Nov 26, 2026</p></section></div></div></body></html>`
}
