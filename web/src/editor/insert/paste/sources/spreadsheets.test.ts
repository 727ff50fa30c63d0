import { testClipboards } from '../../../../../../test/support/web/clipboards/test-clipboards.ts'

testClipboards(
  'Excel, Sheets and text of tables',
  `
=== Google Sheets, one cell aligned
--- html
<meta charset='utf-8'><google-sheets-html-origin><style type="text/css"><!--td {border: 1px solid #cccccc;}br {mso-data-placement:same-cell;}--></style><table xmlns="http://www.w3.org/1999/xhtml" cellspacing="0" cellpadding="0" dir="ltr" border="1" style="table-layout:fixed;font-size:10pt;" data-sheets-root="1"><colgroup><col width="100"/><col width="100"/></colgroup><tbody><tr style="height:21px;"><td style="overflow:hidden;padding:2px 3px;vertical-align:bottom;font-weight:bold;" data-sheets-value="{&quot;1&quot;:2,&quot;2&quot;:&quot;City&quot;}">City</td><td style="font-weight:bold;">People</td></tr><tr><td data-sheets-value="{&quot;1&quot;:2}">Bern</td><td style="text-align:right;" data-sheets-value="{&quot;1&quot;:3,&quot;3&quot;:134000}">134,000</td></tr><tr><td style="text-align:center;">Basel</td><td style="text-align:right;">173,000</td></tr></tbody></table>
--- text
City\\tPeople
Bern\\t134,000
Basel\\t173,000
--- expected
| City | People |
| - | -: |
| Bern | 134,000 |
| Basel | 173,000 |
=== Google Sheets, dates and formulas as shown
--- html
<google-sheets-html-origin><table data-sheets-root="1"><tbody><tr><td>Day</td><td>Total</td></tr><tr><td data-sheets-value="{&quot;1&quot;:3,&quot;3&quot;:46348}" data-sheets-numberformat="{&quot;1&quot;:5}">22/11/2026</td><td data-sheets-formula="=SUM(R[0]C[1])">€ 12.50</td></tr></tbody></table>
--- expected
| Day | Total |
| - | - |
| 22/11/2026 | € 12.50 |
=== Google Sheets, boxes
--- html
<google-sheets-html-origin><table data-sheets-root="1"><tbody><tr><td>Task</td><td>Done</td></tr><tr><td>Call</td><td data-sheets-value="{&quot;1&quot;:4,&quot;4&quot;:1}">TRUE</td></tr></tbody></table>
--- expected
| Task | Done |
| - | - |
| Call | ☑ |
=== Google Sheets, one cell
--- html
<meta charset='utf-8'><google-sheets-html-origin><style type="text/css"><!--td {border: 1px solid #ccc;}--></style><span style="font-size:10pt;font-family:Arial;font-weight:bold;" data-sheets-root="1" data-sheets-value="{&quot;1&quot;:2}">Alone</span>
--- text
Alone
--- expected
**Alone**
=== Excel, numbers to the right
--- html
<html xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office" xmlns:x="urn:schemas-microsoft-com:office:excel" xmlns="http://www.w3.org/TR/REC-html40"><head><meta name=ProgId content=Excel.Sheet><meta name=Generator content="Microsoft Excel 15"><style><!--table {mso-displayed-decimal-separator:"\\.";} .xl65 {text-align:right;} --></style></head><body link=blue><table border=0 cellpadding=0 cellspacing=0 width=192 style='border-collapse:collapse;width:144pt'><!--StartFragment--><col width=64 span=2 style='width:48pt'><tr height=20 style='height:15.0pt'><td height=20 width=64 style='height:15.0pt;width:48pt'>Item</td><td width=64 style='width:48pt'>Cost</td></tr><tr height=20><td height=20>Tea</td><td align=right class=xl65 x:num="3.5">3.50</td></tr><tr height=20><td height=20>Milk</td><td align=right>1.20</td></tr><!--EndFragment--></table></body></html>
--- text
Item\\tCost
Tea\\t3.50
Milk\\t1.20
--- expected
| Item | Cost |
| - | -: |
| Tea | 3.50 |
| Milk | 1.20 |
=== Excel, merged cells
--- html
<html xmlns:x="urn:schemas-microsoft-com:office:excel"><head><meta name=ProgId content=Excel.Sheet></head><body><table><tr><td colspan=2 class=xl66 style='text-align:center'>2026</td></tr><tr><td>Q1</td><td align=right>7</td></tr></table></body></html>
--- expected
<table>
<tr>
<th colspan="2">

2026

</th>
</tr>
<tr>
<td>

Q1

</td>
<td>

7

</td>
</tr>
</table>
=== Excel, empty cells at the edges
--- html
<html xmlns:x="urn:schemas-microsoft-com:office:excel"><body><table><tr><td>a</td><td></td><td>c</td><td>&nbsp;</td></tr><tr><td></td><td>b</td><td></td><td></td></tr><tr><td></td><td></td><td></td><td></td></tr></table></body></html>
--- expected
| a | | c |
| - | - | - |
| | b | |
=== Excel, a line end in a cell
--- html
<html xmlns:x="urn:schemas-microsoft-com:office:excel"><body><table><tr><td>Name</td><td>Address</td></tr><tr><td>Ann</td><td style='white-space:normal'>Road 1<br>
Bern</td></tr></table></body></html>
--- expected
| Name | Address |
| - | - |
| Ann | Road 1<br>Bern |
=== Excel, an error and a pipe
--- html
<html xmlns:x="urn:schemas-microsoft-com:office:excel"><body><table><tr><td>a|b</td><td>x</td></tr><tr><td>#DIV/0!</td><td>1*2*3</td></tr></table></body></html>
--- expected
| a\\|b | x |
| - | - |
| #DIV/0! | 1\\*2\\*3 |
=== tabs
--- text
Name\\tAmount
Ann\\t12
Bob\\t7.5
--- expected
| Name | Amount |
| - | -: |
| Ann | 12 |
| Bob | 7.5 |
=== tabs, a quoted cell with a line end
--- text
Name\\tNote
Ann\\t"one
two ""x"""
--- expected
| Name | Note |
| - | - |
| Ann | one<br>two "x" |
=== CSV
--- text
id,name,price
1,"Tea, green",3.50
2,Milk,1.20
--- expected
| id | name | price |
| -: | - | -: |
| 1 | Tea, green | 3.50 |
| 2 | Milk | 1.20 |
=== CSV with semicolons
--- text
Ort;Tag;Menge
Bern;1.1.;7
Basel;2.1.;8
--- expected
| Ort | Tag | Menge |
| - | - | -: |
| Bern | 1.1. | 7 |
| Basel | 2.1. | 8 |
=== prose with commas, which is no table
--- text
Dear Ann, dear Bob,
thank you, and see you soon,
Eve, and all the others, too.
--- expected
Dear Ann, dear Bob,

thank you, and see you soon,

Eve, and all the others, too.
=== LibreOffice Calc
--- html
<!DOCTYPE html><html><head><meta http-equiv="content-type" content="text/html; charset=utf-8"/><meta name="generator" content="LibreOffice 24.2 (Linux)"/></head><body><table cellspacing="0" border="0"><colgroup width="85"></colgroup><colgroup width="85"></colgroup><tr><td height="17" align="left" valign=bottom><font face="Liberation Sans">Part</font></td><td align="left" valign=bottom><font face="Liberation Sans">Count</font></td></tr><tr><td height="17" align="left" valign=bottom>Bolt</td><td align="right" valign=bottom sdval="12" sdnum="2055;">12</td></tr></table></body></html>
--- expected
| Part | Count |
| - | -: |
| Bolt | 12 |
`,
)
