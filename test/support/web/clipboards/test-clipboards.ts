import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { PageDocument } from '../../../../content/document.ts'
import { putBlocks } from '../../../../web/src/editor/insert/paste/put/put-blocks.ts'
import { readClipboard } from '../../../../web/src/editor/insert/paste/read-clipboard.ts'
import { fromJson } from '../../../../web/src/editor/json.ts'
import { canonical } from '../../../fixtures/content/canonical.ts'
import { markdownIn, openEditor, pageOf } from '../editor.ts'

/**
 * Clipboards of a program, and the page that each becomes. Each has a line `=== name` and parts that start with
 * `--- html`, `--- text`, `--- types`, `--- editor` or `--- expected`; `\\t` and `\\e` are a tab and an escape.
 */
export function testClipboards(source: string, clipboards: string): void {
  describe(`clipboards of ${source}`, () => {
    for (const entry of clipboards.split(/^=== /m).slice(1)) {
      const [head = '', ...parts] = entry.split(/^--- (?=(?:html|text|types|editor|expected)$)/m)
      it(head.trim(), () => {
        const read = (name: string) => partOf(parts, name)
        const clipboard = {
          html: read('html'),
          text: read('text'),
          types: read('types').split('\n').filter(Boolean),
          codeEditor: read('editor'),
        }
        const expected = read('expected')
        const editor = openEditor('')
        const transaction = putBlocks(editor.state, readClipboard(editor.schema, clipboard))
        editor.view.dispatch(transaction.setMeta('preventAutolink', true))
        editor.state.doc.check()
        assert.equal(markdownIn(editor), expected)
        assert.deepEqual(shapeOf(fromJson(editor.getJSON())), shapeOf(pageOf(expected)))
        editor.destroy()
      })
    }
  })
}

function partOf(parts: readonly string[], name: string): string {
  const part = parts.find((candidate) => candidate.startsWith(`${name}\n`)) ?? ''
  const text = part.slice(name.length + 1).replace(/\n$/, '')
  return name === 'text' ? text.replaceAll('\\t', '\t').replaceAll('\\e', '\u001b') : text
}

/** A page without what Markdown does not hold: how numbers look, and whether a list is tight. */
function shapeOf(page: PageDocument): unknown {
  return JSON.parse(JSON.stringify(canonical(page)), (name, value: unknown) => {
    const isLook = name === 'type' && [null, '1', 'a', 'A', 'i', 'I'].some((look) => look === value)
    return name === 'tight' || isLook ? undefined : value
  })
}
