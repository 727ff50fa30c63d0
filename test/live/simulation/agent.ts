import assert from 'node:assert/strict'
import type { Node } from 'prosemirror-model'
import { checkDocument } from '../../../content/document.ts'
import type { PageDocument } from '../../../content/document.ts'
import { editDocument } from '../../../content/edit.ts'
import { parseMarkdown } from '../../../content/parse-markdown.ts'
import { schema } from '../../../content/schema.ts'
import { writeMarkdown } from '../../../content/write-markdown.ts'
import type { Random } from './random.ts'

/** What a program makes of the page that it read: one word added to a line, at the end, or in place of a text. */
export function agentEdit(read: Node, word: string, random: Random): Node | undefined {
  const checked = checkDocument(read.toJSON())
  assert.ok(checked.ok)
  const kind = random.pick(['line', 'line', 'append', 'replace'] as const)
  const edited =
    kind === 'line'
      ? editLine(checked.document, word, random)
      : editPart(checked.document, word, kind)
  return edited && schema.nodeFromJSON(edited)
}

/** Writes the whole page again as Markdown. */
function editLine(document: PageDocument, word: string, random: Random): PageDocument | undefined {
  const lines = writeMarkdown(document).split('\n')
  const texts = [...lines.keys()].filter((index) =>
    /^[A-Za-z][A-Za-z ]{6,}/.test(lines[index] ?? ''),
  )
  if (texts.length === 0) return undefined
  const index = random.pick(texts)
  const words = (lines[index] ?? '').split(' ')
  words.splice(1 + random.below(words.length - 1), random.below(2), word)
  lines[index] = words.join(' ')
  const parsed = parseMarkdown(lines.join('\n'))
  return parsed.ok ? parsed.document : undefined
}

function editPart(
  document: PageDocument,
  word: string,
  kind: 'append' | 'replace',
): PageDocument | undefined {
  const text = kind === 'append' ? `Appended ${word} by the agent.` : `${word} fox`
  const edited = editDocument(
    document,
    kind === 'append' ? { mode: 'append', text } : { mode: 'replace', find: 'fox', text },
  )
  return edited.ok ? edited.document : undefined
}
