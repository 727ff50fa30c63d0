import { readBlocks } from './blocks.ts'
import { readCallouts, readDetails } from './callouts.ts'
import { readCode } from './code.ts'
import { flatten } from './flatten.ts'
import { readImages } from './images.ts'
import { readLinks } from './links.ts'
import { readLists } from './lists.ts'
import { readMarks } from './marks.ts'
import { readMath } from './math.ts'
import type { Clipboard } from './source.ts'
import { sources } from './sources/all-sources.ts'
import { removeControls, removeForeignNodes, removeHostile, removeLooks } from './strip.ts'
import { readTables } from './tables.ts'
import { readTasks } from './tasks.ts'

type Pass = (body: HTMLElement) => void

/** What turns the HTML of any program into plain, semantic HTML, in order. */
export function passesFor(clipboard: Clipboard): Pass[] {
  const found = sources.filter((source) => source.detects(clipboard))
  const hasHighlights = found.some((source) => source.hasHighlights === true)
  return [
    flatten,
    removeForeignNodes,
    readMath,
    removeHostile,
    ...found.map(
      (source): Pass =>
        (body) =>
          source.clean(body, clipboard),
    ),
    readCode,
    removeControls,
    readCallouts,
    readDetails,
    readLists,
    readTasks,
    readTables,
    readImages,
    (body) => readMarks(body, hasHighlights),
    readLinks,
    readBlocks,
    removeLooks,
  ]
}

/** HTML without anything that runs, loads or only looks. Nothing of it is shown or fetched before. */
export function openHtml(html: string): HTMLElement {
  // Word's own marks around what it hides from other programs: they are no HTML.
  const source = html.replace(/<!\[(?:if|endif)[^\]>]{0,100}\]>/gi, '')
  return new DOMParser().parseFromString(source, 'text/html').body
}
