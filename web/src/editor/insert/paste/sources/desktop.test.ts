import { testClipboards } from '../../../../../../test/support/web/clipboards/test-clipboards.ts'

testClipboards(
  'Apple Notes, Pages, LibreOffice and OneNote',
  `
=== Apple Notes, title and text
--- html
<!DOCTYPE html PUBLIC "-//W3C//DTD HTML 4.01//EN" "http://www.w3.org/TR/html4/strict.dtd"><html><head><meta name="Generator" content="Cocoa HTML Writer"><style type="text/css">p.p1 {margin: 0.0px; font: 28.0px Helvetica}</style></head><body><p class="p1"><b><span style="font-size: 28px">Trip</span></b></p><p class="p2"><br></p><p class="p3">Pack<span class="Apple-converted-space">&nbsp; </span><i>light</i>.</p></body></html>
--- expected
# Trip

Pack *light*.
=== Apple Notes, lists
--- html
<html><head><meta name="Generator" content="Cocoa HTML Writer"></head><body><ul class="ul1"><li class="li1">One</li><ul class="ul1"><li class="li1">Below</li></ul><li class="li1">Two<br></li></ul><ol class="ol1"><li class="li1">First</li></ol></body></html>
--- expected
- One
  - Below
- Two

1. First
=== Apple Notes, a checklist as text
--- text
- [x] Tent
- [ ] Stove
--- expected
- [x] Tent
- [ ] Stove
=== Pages, a heading in large letters
--- html
<html><head><meta name="Generator" content="Cocoa HTML Writer"></head><body><p class="p1"><span class="s1" style="font-size: 18px"><b>Chapter</b></span></p><p class="p2" style="font: 11px Helvetica"><span class="s2" style="font-weight: bold">Bold</span> words</p></body></html>
--- expected
## Chapter

**Bold** words
=== TextEdit, a table
--- html
<html><head><meta name="Generator" content="Cocoa HTML Writer"></head><body><table cellspacing="0" cellpadding="0" class="t1"><tbody><tr><td valign="top" class="td1"><p class="p1"><b>Day</b></p></td><td valign="top" class="td1"><p class="p1"><b>Rain</b></p></td></tr><tr><td class="td1"><p class="p1">Mon</p></td><td class="td1"><p class="p1">Yes</p></td></tr></tbody></table></body></html>
--- expected
| Day | Rain |
| - | - |
| Mon | Yes |
=== LibreOffice Writer
--- html
<!DOCTYPE html><html><head><meta http-equiv="content-type" content="text/html; charset=utf-8"/><meta name="generator" content="LibreOffice 24.2.7.2 (Linux)"/><style type="text/css">p { line-height: 115% }</style></head><body lang="en-GB" link="#000080" dir="ltr"><h1 class="western"><font face="Liberation Sans">Part</font></h1><p style="line-height: 115%; margin-bottom: 0.25cm">With <b>bold</b> and <span style="background: #ffff00">marked</span> and <u>under</u>.</p><ul><li><p style="margin-bottom: 0cm">One</p><ul><li><p>Below</p></li></ul></li></ul><p><br/></p></body></html>
--- expected
# Part

With **bold** and <mark>marked</mark> and <u>under</u>.

- One
  - Below
=== LibreOffice, footnotes
--- html
<html><head><meta name="generator" content="LibreOffice 7.5"/></head><body><p>Claim<a class="sdfootnoteanc" name="sdfootnote1anc" href="#sdfootnote1sym"><sup>1</sup></a> here</p><div id="sdfootnote1"><p class="sdfootnote"><a class="sdfootnotesym" name="sdfootnote1sym" href="#sdfootnote1anc">1</a>Proof</p></div></body></html>
--- expected
Claim[^1] here

[^1]: Proof
=== OneNote
--- html
<html xmlns:o="urn:schemas-microsoft-com:office:office"><head><meta name=ProgId content=OneNote.File><meta name=Generator content="Microsoft OneNote 15"></head><body lang=en-US style='font-family:Calibri;font-size:11.0pt'><p style='margin:0in;font-family:"Calibri Light";font-size:20.0pt'>Notes</p><ul style='margin-left:.375in;direction:ltr' type=disc><li style='margin-top:0;margin-bottom:0;vertical-align:middle'><span style='font-family:Calibri;font-size:11.0pt'>Point</span></li></ul></body></html>
--- expected
Notes

- Point
`,
)
