import { all, rename, unwrap } from '../elements.ts'
import type { Source } from '../source.ts'
import { readNotes } from './footnotes.ts'

export const libreOffice: Source = {
  name: 'LibreOffice',
  detects: ({ html }) =>
    /content="(?:LibreOffice|OpenOffice)|sdfootnote|class="western"/i.test(html),
  hasHighlights: true,
  clean: (body) => {
    readNotes(body, {
      reference: 'a.sdfootnoteanc, a.sdendnoteanc',
      note: 'div[id^="sdfootnote"], div[id^="sdendnote"]',
    })
    for (const title of all(body, 'p.title, p[class^="title"]')) rename(title, 'h1')
    for (const added of all(body, 'ins.western, ins')) unwrap(added)
    for (const gone of all(body, 'del')) gone.remove()
    for (const code of all(body, 'pre.western')) code.removeAttribute('class')
  },
}
