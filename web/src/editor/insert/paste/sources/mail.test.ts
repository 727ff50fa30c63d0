import { testClipboards } from '../../../../../../test/support/web/clipboards/test-clipboards.ts'

testClipboards(
  'e-mail',
  `
=== Gmail, lines and a quote
--- html
<div dir="ltr"><div>Hi Ann,</div><div><br></div><div>see below.</div></div><br><div class="gmail_quote gmail_quote_container"><div dir="ltr" class="gmail_attr">On Sun, Nov 22, 2026 at 10:00 AM Ann wrote:<br></div><blockquote class="gmail_quote" style="margin:0px 0px 0px 0.8ex;border-left:1px solid rgb(204,204,204);padding-left:1ex"><div dir="ltr">Where is it?</div></blockquote></div>
--- expected
Hi Ann,

see below.

On Sun, Nov 22, 2026 at 10:00 AM Ann wrote:

> Where is it?
=== Outlook on the web
--- html
<div class="elementToProof" style="font-family: Aptos, Calibri; font-size: 12pt; color: rgb(0, 0, 0);">Hello,</div><div class="elementToProof" style="font-size: 12pt;"><br></div><div class="elementToProof"><b>Two</b> points:</div><ol start="1" style="margin-top: 0px;"><li><div class="elementToProof">First</div></li><li><div class="elementToProof">Second</div></li></ol><div id="divRplyFwdMsg" dir="ltr"><a href="https://eur01.safelinks.protection.outlook.com/?url=https%3A%2F%2Fexample.com%2Fa&amp;data=05" data-auth="Verified">link</a></div>
--- expected
Hello,

**Two** points:

1. First
2. Second

[link](https://example.com/a)
=== Outlook, through Word
--- html
<html xmlns:o="urn:schemas-microsoft-com:office:office" xmlns:w="urn:schemas-microsoft-com:office:word"><body><div class=WordSection1><p class=MsoNormal>Hi,<o:p></o:p></p><p class=MsoNormal><o:p>&nbsp;</o:p></p><div><div style='border:none;border-top:solid #E1E1E1 1.0pt;padding:3.0pt 0cm 0cm 0cm'><p class=MsoNormal><b>From:</b> Ann &lt;ann@example.com&gt; <br><b>Subject:</b> Plan<o:p></o:p></p></div></div><p class=MsoNormal>Text<o:p></o:p></p></div></body></html>
--- expected
Hi,

**From:** Ann \\<ann\\@example.com>\\
**Subject:** Plan

Text
=== a quoted mail as text
--- text
On Sunday Ann wrote:
> Where is it?
> > On the shelf.

Found it.
--- expected
On Sunday Ann wrote:

> Where is it?
>
> > On the shelf.

Found it.
=== a newsletter, laid out in tables
--- html
<table role="presentation" width="100%"><tbody><tr><td align="center"><table width="600" cellpadding="0"><tbody><tr><td><h1 style="font-size:24px">News</h1><p>Read <a href="https://example.com/n">this</a>.</p><img src="https://example.com/open.gif" width="1" height="1" alt=""></td></tr></tbody></table></td></tr></tbody></table>
--- expected
# News

Read [this](https://example.com/n).
=== Thunderbird
--- html
<div class="moz-cite-prefix">On 22.11.26 10:00, Ann wrote:<br></div><blockquote type="cite" cite="mid:1"><p>Old text</p><blockquote type="cite">Older</blockquote></blockquote><p>New text</p>
--- expected
On 22.11.26 10:00, Ann wrote:

> Old text
>
> > Older

New text
`,
)
