import { testClipboards } from '../../../../../../test/support/web/clipboards/test-clipboards.ts'

testClipboards(
  'Word',
  `
=== bullets on three levels
--- html
<html xmlns:o="urn:schemas-microsoft-com:office:office" xmlns:w="urn:schemas-microsoft-com:office:word"><head><meta name=Generator content="Microsoft Word 15"><style><!-- @list l0:level1 {mso-level-number-format:bullet;} p.MsoNormal {margin:0cm;} --></style></head><body lang=EN-GB><!--StartFragment-->
<p class=MsoListParagraphCxSpFirst style='text-indent:-18.0pt;mso-list:l0 level1 lfo1'><![if !supportLists]><span style='font-family:Symbol;mso-bidi-font-family:Symbol'><span style='mso-list:Ignore'>·<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp;&nbsp;&nbsp; </span></span></span><![endif]>Apples<o:p></o:p></p>
<p class=MsoListParagraphCxSpMiddle style='margin-left:72.0pt;text-indent:-18.0pt;mso-list:l0 level2 lfo1'><![if !supportLists]><span style='font-family:"Courier New"'><span style='mso-list:Ignore'>o<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp; </span></span></span><![endif]>Red<o:p></o:p></p>
<p class=MsoListParagraphCxSpMiddle style='margin-left:108.0pt;text-indent:-18.0pt;mso-list:l0 level3 lfo1'><![if !supportLists]><span style='font-family:Wingdings'><span style='mso-list:Ignore'>§<span style='font:7.0pt "Times New Roman"'>&nbsp; </span></span></span><![endif]>Small<o:p></o:p></p>
<p class=MsoListParagraphCxSpLast style='text-indent:-18.0pt;mso-list:l0 level1 lfo1'><![if !supportLists]><span style='font-family:Symbol'><span style='mso-list:Ignore'>·<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp;&nbsp; </span></span></span><![endif]>Pears<o:p></o:p></p>
<!--EndFragment--></body></html>
--- text
·	Apples
o	Red
§	Small
·	Pears
--- expected
- Apples
  - Red
    - Small
- Pears
=== numbers that start at 3
--- html
<html xmlns:w="urn:schemas-microsoft-com:office:word"><body>
<p class=MsoListParagraphCxSpFirst style='text-indent:-18.0pt;mso-list:l1 level1 lfo2'><![if !supportLists]><span style='mso-bidi-font-family:Calibri'><span style='mso-list:Ignore'>3.<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp;&nbsp; </span></span></span><![endif]>Third<o:p></o:p></p>
<p class=MsoListParagraphCxSpLast style='text-indent:-18.0pt;mso-list:l1 level1 lfo2'><![if !supportLists]><span style='mso-bidi-font-family:Calibri'><span style='mso-list:Ignore'>4.<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp;&nbsp; </span></span></span><![endif]>Fourth<o:p></o:p></p>
</body></html>
--- expected
3. Third
4. Fourth
=== letters below numbers
--- html
<html xmlns:w="urn:schemas-microsoft-com:office:word"><body>
<p class=MsoListParagraph style='mso-list:l1 level1 lfo2'><![if !supportLists]><span><span style='mso-list:Ignore'>1.<span>&nbsp;&nbsp; </span></span></span><![endif]>Plan</p>
<p class=MsoListParagraph style='mso-list:l1 level2 lfo2'><![if !supportLists]><span><span style='mso-list:Ignore'>a)<span>&nbsp;&nbsp; </span></span></span><![endif]>Draft</p>
<p class=MsoListParagraph style='mso-list:l1 level2 lfo2'><![if !supportLists]><span><span style='mso-list:Ignore'>b)<span>&nbsp;&nbsp; </span></span></span><![endif]>Review</p>
<p class=MsoListParagraph style='mso-list:l1 level3 lfo2'><![if !supportLists]><span><span style='mso-list:Ignore'>i.<span>&nbsp;&nbsp; </span></span></span><![endif]>Twice</p>
<p class=MsoListParagraph style='mso-list:l1 level1 lfo2'><![if !supportLists]><span><span style='mso-list:Ignore'>2.<span>&nbsp;&nbsp; </span></span></span><![endif]>Ship</p>
</body></html>
--- expected
1. Plan
   1. Draft
   2. Review
      1. Twice
2. Ship
=== bullets below numbers, then text
--- html
<html xmlns:w="urn:schemas-microsoft-com:office:word"><body>
<p class=MsoNormal>Before<o:p></o:p></p>
<p class=MsoListParagraph style='mso-list:l1 level1 lfo2'><span style='mso-list:Ignore'>1.<span>&nbsp; </span></span>One</p>
<p class=MsoListParagraph style='mso-list:l2 level2 lfo3'><span style='font-family:Symbol'><span style='mso-list:Ignore'>·<span>&nbsp; </span></span></span>Dot</p>
<p class=MsoNormal><o:p>&nbsp;</o:p></p>
<p class=MsoNormal>After<o:p></o:p></p>
</body></html>
--- expected
Before

1. One
   - Dot

After
=== headings, title and text with marks
--- html
<html xmlns:o="urn:schemas-microsoft-com:office:office" xmlns:w="urn:schemas-microsoft-com:office:word"><body>
<p class=MsoTitle>Report</p><h1>Aims<o:p></o:p></h1>
<p class=MsoNormal>With <b>bold</b>, <i style='mso-bidi-font-style:normal'>italic</i>, <u>underline</u>, <s>struck</s> and <span style='background:yellow;mso-highlight:yellow'>marked</span> words.<o:p></o:p></p>
<h2><a name="_Toc1"></a><span style='mso-fareast-language:EN-US'>Means</span></h2>
</body></html>
--- expected
# Report

# Aims

With **bold**, *italic*, <u>underline</u>, ~~struck~~ and <mark>marked</mark> words.

## Means
=== numbered headings
--- html
<html xmlns:w="urn:schemas-microsoft-com:office:word"><body>
<h1 style='margin-left:21.6pt;text-indent:-21.6pt;mso-list:l0 level1 lfo1'><![if !supportLists]><span style='mso-fareast-font-family:"Calibri Light"'><span style='mso-list:Ignore'>1<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp; </span></span></span><![endif]>Scope</h1>
<p class=MsoNormal>Text.</p>
</body></html>
--- expected
# Scope

Text.
=== a table with a bold head
--- html
<html xmlns:w="urn:schemas-microsoft-com:office:word"><body>
<table class=MsoTableGrid border=1 cellspacing=0 cellpadding=0 style='border-collapse:collapse'><tr style='mso-yfti-irow:0'><td width=200 valign=top style='width:150.4pt'><p class=MsoNormal><b>Name<o:p></o:p></b></p></td><td width=200 valign=top><p class=MsoNormal><b>Role<o:p></o:p></b></p></td></tr>
<tr><td width=200><p class=MsoNormal>Ann<o:p></o:p></p></td><td width=200><p class=MsoNormal>Lead<o:p></o:p></p><p class=MsoNormal>Writer<o:p></o:p></p></td></tr></table>
<p class=MsoNormal><o:p>&nbsp;</o:p></p></body></html>
--- expected
| Name | Role |
| - | - |
| Ann | Lead<br>Writer |
=== a table with merged cells
--- html
<html xmlns:w="urn:schemas-microsoft-com:office:word"><body>
<table class=MsoTableGrid border=1><tr><td colspan=2><p class=MsoNormal>Both</p></td></tr><tr><td><p class=MsoNormal>Left</p></td><td><p class=MsoNormal>Right</p></td></tr></table></body></html>
--- expected
<table>
<tr>
<th colspan="2">

Both

</th>
</tr>
<tr>
<td>

Left

</td>
<td>

Right

</td>
</tr>
</table>
=== footnotes
--- html
<html xmlns:w="urn:schemas-microsoft-com:office:word"><body>
<p class=MsoNormal>Claim<a style='mso-footnote-id:ftn1' href="#_ftn1" name="_ftnref1" title=""><span class=MsoFootnoteReference><span style='mso-special-character:footnote'><![if !supportFootnotes]><span class=MsoFootnoteReference><span style='font-size:11.0pt'>[1]</span></span><![endif]></span></span></a>.<o:p></o:p></p>
<div style='mso-element:footnote-list'><![if !supportFootnotes]><br clear=all><hr align=left size=1 width="33%"><![endif]><div style='mso-element:footnote' id=ftn1><p class=MsoFootnoteText><a style='mso-footnote-id:ftn1' href="#_ftnref1" name="_ftn1" title=""><span class=MsoFootnoteReference><span style='mso-special-character:footnote'>[1]</span></span></a> The source.<o:p></o:p></p></div></div>
</body></html>
--- expected
Claim[^1].

[^1]: The source.
=== smart tags, spaces and hidden text
--- html
<html xmlns:o="urn:schemas-microsoft-com:office:office" xmlns:w="urn:schemas-microsoft-com:office:word" xmlns:st1="urn:schemas-microsoft-com:office:smarttags"><body>
<p class=MsoNormal>In <st1:City w:st="on"><st1:place w:st="on">London</st1:place></st1:City><span style='mso-spacerun:yes'>&nbsp; </span>we met<span style='display:none;mso-hide:all'>secretly</span>.<o:p></o:p></p></body></html>
--- expected
In London we met.
=== comments
--- html
<html xmlns:w="urn:schemas-microsoft-com:office:word"><body>
<p class=MsoNormal>The <a style='mso-comment-reference:AB_1;mso-comment-date:20260101T1000'>figure</a><span class=MsoCommentReference><span style='font-size:8.0pt'><![if !supportAnnotations]><a class=msocomanchor id="_anchor_1" href="#_msocom_1" name="_msoanchor_1">[AB1]</a><![endif]><span style='mso-special-character:comment'>&nbsp;</span></span></span> is right.</p>
<div style='mso-element:comment-list'><hr class=msocomoff><div style='mso-element:comment'><div id="_com_1" class=msocomtxt><p class=MsoCommentText>Sure?</p></div></div></div></body></html>
--- expected
The figure is right.
=== track changes
--- html
<html xmlns:w="urn:schemas-microsoft-com:office:word"><body>
<p class=MsoNormal>We <del cite="mailto:Ann" datetime="2026-01-01T10:00">might</del><ins cite="mailto:Ann" datetime="2026-01-01T10:00">will</ins> go.</p></body></html>
--- expected
We will go.
=== a link and a superscript
--- html
<html xmlns:w="urn:schemas-microsoft-com:office:word"><body>
<p class=MsoNormal>See <a href="https://example.com/a"><span style='color:#0563C1'>the page</span></a>, 5 m<sup>2</sup> of H<sub>2</sub>O.</p></body></html>
--- expected
See [the page](https://example.com/a), 5 m² of H₂O.
=== a picture on the writer's disk
--- html
<html xmlns:v="urn:schemas-microsoft-com:vml" xmlns:w="urn:schemas-microsoft-com:office:word"><body>
<p class=MsoNormal>Look:<!--[if gte vml 1]><v:shape id="p1"></v:shape><![endif]--><![if !vml]><img width=200 height=100 src="file:///C:/Temp/msohtmlclip1/01/clip_image002.png" v:shapes="p1"><![endif]></p></body></html>
--- expected
Look:
=== Word in the browser
--- html
<meta charset="utf-8"><div class="OutlineElement Ltr SCXW1234 BCX0"><p role="heading" aria-level="1" class="Paragraph SCXW1234 BCX0"><span class="TextRun SCXW1234 BCX0"><span class="NormalTextRun SCXW1234 BCX0">Goals</span></span><span class="EOP SCXW1234 BCX0">&nbsp;</span></p></div><div class="OutlineElement Ltr SCXW1234 BCX0"><p class="Paragraph SCXW1234 BCX0"><span style="font-weight: bold;" class="TextRun SCXW1234 BCX0"><span class="NormalTextRun SCXW1234 BCX0">Fast</span></span><span class="TextRun SCXW1234 BCX0"><span class="NormalTextRun SCXW1234 BCX0"> and safe</span></span><span class="EOP SCXW1234 BCX0">&nbsp;</span></p></div>
--- expected
# Goals

**Fast** and safe
=== lists of Word in the browser, each item its own list
--- html
<div class="ListContainerWrapper SCXW99 BCX8"><ul class="BulletListStyle1 SCXW99 BCX8" role="list"><li data-leveltext="" data-font="Symbol" data-listid="2" data-aria-posinset="1" data-aria-level="1" role="listitem" class="OutlineElement Ltr SCXW99 BCX8"><p class="Paragraph SCXW99 BCX8"><span class="TextRun SCXW99">One</span><span class="EOP SCXW99">&nbsp;</span></p></li></ul></div><div class="ListContainerWrapper SCXW99 BCX8"><ul class="BulletListStyle2 SCXW99 BCX8" role="list"><li data-leveltext="o" data-aria-posinset="1" data-aria-level="2" role="listitem" class="OutlineElement Ltr SCXW99"><p class="Paragraph SCXW99"><span class="TextRun SCXW99">Below</span><span class="EOP SCXW99">&nbsp;</span></p></li></ul></div><div class="ListContainerWrapper SCXW99 BCX8"><ul class="BulletListStyle1 SCXW99" role="list"><li data-aria-posinset="2" data-aria-level="1" role="listitem" class="OutlineElement SCXW99"><p class="Paragraph SCXW99"><span class="TextRun SCXW99">Two</span><span class="EOP SCXW99">&nbsp;</span></p></li></ul></div>
--- expected
- One
  - Below
- Two
`,
)
