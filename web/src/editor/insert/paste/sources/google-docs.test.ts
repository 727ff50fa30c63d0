import { testClipboards } from '../../../../../../test/support/web/clipboards/test-clipboards.ts'

testClipboards(
  'Google Docs',
  `
=== paragraphs with styles for marks
--- html
<meta charset='utf-8'><meta charset="utf-8"><b style="font-weight:normal;" id="docs-internal-guid-1c2d3e4f-7fff-0000-1111-222233334444"><p dir="ltr" style="line-height:1.38;margin-top:0pt;margin-bottom:0pt;"><span style="font-size:11pt;font-family:Arial,sans-serif;color:#000000;background-color:transparent;font-weight:400;font-style:normal;font-variant:normal;text-decoration:none;vertical-align:baseline;white-space:pre;white-space:pre-wrap;">Plain </span><span style="font-size:11pt;font-weight:700;font-style:normal;text-decoration:none;white-space:pre-wrap;">bold</span><span style="font-weight:400;font-style:italic;"> italic</span><span style="font-weight:400;text-decoration:underline;"> under</span><span style="font-weight:400;text-decoration:line-through;"> struck</span><span style="background-color:#ffff00;font-weight:400;"> marked</span></p><br /><p dir="ltr" style="line-height:1.38;"><span style="font-weight:400;">Second</span></p></b>
--- expected
Plain **bold** *italic* <u>under</u> ~~struck~~ <mark>marked</mark>

Second
=== headings
--- html
<meta charset='utf-8'><b style="font-weight:normal;" id="docs-internal-guid-5"><h1 dir="ltr" style="line-height:1.38;margin-top:20pt;"><span style="font-size:20pt;font-family:Arial;font-weight:400;">One</span></h1><h2 dir="ltr"><span style="font-size:16pt;font-weight:400;">Two</span></h2><h3 dir="ltr"><span style="font-size:14pt;color:#434343;font-weight:400;">Three</span></h3><p dir="ltr"><span style="font-weight:400;">One.one</span></p></b>
--- expected
# One

## Two

### Three

One.one
=== nested lists
--- html
<b style="font-weight:normal;" id="docs-internal-guid-6"><ul style="margin-top:0;margin-bottom:0;padding-inline-start:48px;"><li dir="ltr" style="list-style-type:disc;font-weight:400;" aria-level="1"><p dir="ltr" style="line-height:1.38;" role="presentation"><span style="font-weight:400;">One</span></p></li><ul style="margin-top:0;"><li dir="ltr" style="list-style-type:circle;" aria-level="2"><p dir="ltr" role="presentation"><span style="font-weight:400;">One.one</span></p></li></ul><li dir="ltr" style="list-style-type:disc;" aria-level="1"><p dir="ltr" role="presentation"><span style="font-weight:400;">Two</span></p></li></ul></b>
--- expected
- One
  - One.one
- Two
=== numbers that go on
--- html
<b style="font-weight:normal;" id="docs-internal-guid-7"><ol start="4" style="margin-top:0;"><li dir="ltr" style="list-style-type:decimal;" aria-level="1"><p dir="ltr" role="presentation"><span style="font-weight:400;">Four</span></p></li><li dir="ltr" style="list-style-type:decimal;" aria-level="1"><p dir="ltr" role="presentation"><span>Five</span></p></li></ol></b>
--- expected
4. Four
5. Five
=== a checklist, the checked items struck
--- html
<b style="font-weight:normal;" id="docs-internal-guid-8"><ul style="margin-top:0;margin-bottom:0;padding-inline-start:28px;"><li dir="ltr" role="checkbox" aria-checked="true" style="list-style-type:none;text-decoration:line-through;white-space:pre;" aria-level="1"><img src="data:image/png;base64,iVBORw0KGgo=" width="17.6px" height="17.6px" alt="checked" aria-roledescription="checkbox" style="margin-right:3px;" /><p dir="ltr" style="line-height:1.38;display:inline-block;vertical-align:top;margin-top:0;" role="presentation"><span style="font-weight:400;text-decoration:line-through;white-space:pre-wrap;">Buy milk</span></p></li><li dir="ltr" role="checkbox" aria-checked="false" style="list-style-type:none;" aria-level="1"><img src="data:image/png;base64,iVBORw0KGgo=" width="17.6px" height="17.6px" alt="unchecked" aria-roledescription="checkbox" /><p dir="ltr" style="display:inline-block;" role="presentation"><span style="font-weight:400;">Bake </span><span style="font-weight:700;">bread</span></p></li></ul></b>
--- expected
- [x] Buy milk
- [ ] Bake **bread**
=== a checklist of older browsers, without pictures
--- html
<b style="font-weight:normal;" id="docs-internal-guid-9"><ul><li dir="ltr" role="checkbox" aria-checked="false" aria-level="1"><p dir="ltr" role="presentation"><span style="font-weight:400;">Call</span></p></li><ul><li dir="ltr" role="checkbox" aria-checked="true" aria-level="2"><p dir="ltr" role="presentation"><span style="font-weight:400;text-decoration:line-through;">Ann</span></p></li></ul></ul></b>
--- expected
- [ ] Call
  - [x] Ann
=== a table
--- html
<b style="font-weight:normal;" id="docs-internal-guid-10"><div dir="ltr" style="margin-left:0pt;" align="left"><table style="border:none;border-collapse:collapse;"><colgroup><col width="312" /><col width="312" /></colgroup><tbody><tr style="height:0pt"><td style="border:solid #000 1pt;"><p dir="ltr"><span style="font-weight:700;">Item</span></p></td><td style="border:solid #000 1pt;"><p dir="ltr" style="text-align: right;"><span style="font-weight:700;">Price</span></p></td></tr><tr><td><p dir="ltr"><span style="font-weight:400;">Tea</span></p></td><td><p dir="ltr" style="text-align: right;"><span style="font-weight:400;">3</span></p></td></tr></tbody></table></div></b>
--- expected
| Item | Price |
| - | -: |
| Tea | 3 |
=== links, one through Google
--- html
<b style="font-weight:normal;" id="docs-internal-guid-11"><p dir="ltr"><a href="https://example.com/" style="text-decoration:none;"><span style="color:#1155cc;text-decoration:underline;font-weight:400;">Example</span></a><span style="font-weight:400;"> and </span><a href="https://www.google.com/url?q=https://example.org/x&amp;sa=D&amp;ust=1" style="text-decoration:none;"><span style="text-decoration:underline;">more</span></a></p></b>
--- expected
[Example](https://example.com/) and [more](https://example.org/x)
=== words and lines of code
--- html
<b style="font-weight:normal;" id="docs-internal-guid-12"><p dir="ltr"><span style="font-weight:400;">Run </span><span style="font-family:'Courier New',monospace;font-weight:400;">npm test</span><span style="font-weight:400;"> first:</span></p><p dir="ltr"><span style="font-family:Consolas,sans-serif;font-weight:400;">let a = 1</span></p><p dir="ltr"><span style="font-family:Consolas,sans-serif;font-weight:400;">let b = 2</span></p></b>
--- expected
Run \`npm test\` first:

\`\`\`
let a = 1
let b = 2
\`\`\`
=== a picture of the web and a rule
--- html
<b style="font-weight:normal;" id="docs-internal-guid-13"><p dir="ltr"><span><span style="border:none;display:inline-block;overflow:hidden;width:100px;height:50px;"><img src="https://lh3.googleusercontent.com/abc" width="100" height="50" style="margin-left:0px;" alt="A chart" /></span></span></p><p><hr /></p></b>
--- expected
![A chart](https://lh3.googleusercontent.com/abc)

---
=== line ends inside of a paragraph
--- html
<b style="font-weight:normal;" id="docs-internal-guid-14"><p dir="ltr"><span style="font-weight:400;">Road 1</span><span style="font-weight:400;"><br /></span><span style="font-weight:400;">Zurich</span></p></b>
--- expected
Road 1\\
Zurich
=== one word, which is no paragraph
--- html
<meta charset='utf-8'><span style="font-size:11pt;font-weight:700;" id="docs-internal-guid-15">word</span>
--- expected
**word**
`,
)
