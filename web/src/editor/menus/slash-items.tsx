import {
  IconAlertTriangle,
  IconAt,
  IconBlockquote,
  IconBulb,
  IconCode,
  IconFile,
  IconFileText,
  IconFlame,
  IconH1,
  IconH2,
  IconH3,
  IconInfoCircle,
  IconLetterT,
  IconList,
  IconListCheck,
  IconListNumbers,
  IconMath,
  IconMathFunction,
  IconMessageReport,
  IconPhoto,
  IconSeparator,
  IconSuperscript,
  IconTable,
} from '@tabler/icons-react'
import type { Editor } from '@tiptap/core'
import type { ReactNode } from 'react'
import { calloutKinds } from '../../../../content/vocabulary.ts'
import { pickFiles } from '../insert/pick-files.ts'
import { titleOf } from '../nodes/callout.ts'
import type { CalloutKind } from '../nodes/callout.ts'
import { insertFootnote } from '../nodes/footnotes.ts'
import { openSelectedSource } from '../nodes/source-view.ts'
import type { RestOfApp } from '../rest-of-app.ts'
import type { MenuItem } from './suggestion-menu.tsx'

export type SlashItem = MenuItem & { names: string; run: (editor: Editor) => void }

const size = { size: 18, stroke: 1.6 }

const calloutIcons: Record<CalloutKind, ReactNode> = {
  note: <IconInfoCircle {...size} />,
  tip: <IconBulb {...size} />,
  important: <IconMessageReport {...size} />,
  warning: <IconAlertTriangle {...size} />,
  caution: <IconFlame {...size} />,
}

const heading = (level: 1 | 2 | 3, icon: ReactNode): SlashItem => ({
  id: `heading-${level}`,
  title: `Heading ${level}`,
  names: `h${level} title section`,
  hint: '#'.repeat(level),
  icon,
  run: (editor) => editor.chain().focus().setNode('heading', { level }).run(),
})

const blocks: SlashItem[] = [
  {
    id: 'text',
    title: 'Text',
    names: 'paragraph plain',
    icon: <IconLetterT {...size} />,
    run: (editor) => editor.chain().focus().setParagraph().run(),
  },
  heading(1, <IconH1 {...size} />),
  heading(2, <IconH2 {...size} />),
  heading(3, <IconH3 {...size} />),
  {
    id: 'bullets',
    title: 'Bulleted list',
    names: 'unordered ul points',
    hint: '-',
    icon: <IconList {...size} />,
    run: (editor) => editor.chain().focus().toggleBulletList().run(),
  },
  {
    id: 'numbers',
    title: 'Numbered list',
    names: 'ordered ol',
    hint: '1.',
    icon: <IconListNumbers {...size} />,
    run: (editor) => editor.chain().focus().toggleOrderedList().run(),
  },
  {
    id: 'tasks',
    title: 'Task list',
    names: 'todo checkbox checklist',
    hint: '[]',
    icon: <IconListCheck {...size} />,
    run: (editor) => editor.chain().focus().toggleTaskList().run(),
  },
  {
    id: 'table',
    title: 'Table',
    names: 'grid rows columns',
    icon: <IconTable {...size} />,
    run: (editor) =>
      editor.chain().focus().insertTable({ rows: 3, cols: 3, withHeaderRow: true }).run(),
  },
  {
    id: 'code',
    title: 'Code',
    names: 'block snippet program',
    hint: '```',
    icon: <IconCode {...size} />,
    run: (editor) => editor.chain().focus().setCodeBlock().run(),
  },
  {
    id: 'quote',
    title: 'Quote',
    names: 'blockquote citation',
    hint: '>',
    icon: <IconBlockquote {...size} />,
    run: (editor) => editor.chain().focus().toggleBlockquote().run(),
  },
  {
    id: 'divider',
    title: 'Divider',
    names: 'horizontal rule line separator hr',
    hint: '---',
    icon: <IconSeparator {...size} />,
    run: (editor) => editor.chain().focus().setHorizontalRule().run(),
  },
]

const callouts = calloutKinds.map((kind): SlashItem => ({
  id: `callout-${kind}`,
  title: titleOf(kind),
  names: 'callout alert admonition',
  icon: calloutIcons[kind],
  run: (editor) => editor.chain().focus().wrapIn('callout', { kind }).run(),
}))

const references: SlashItem[] = [
  {
    id: 'page',
    title: 'Link to a page',
    names: 'mention wiki',
    hint: '[[',
    icon: <IconFileText {...size} />,
    run: (editor) => editor.chain().focus().insertContent('[[').run(),
  },
  {
    id: 'person',
    title: 'Mention somebody',
    names: 'people member at',
    hint: '@',
    icon: <IconAt {...size} />,
    run: (editor) => editor.chain().focus().insertContent('@').run(),
  },
  {
    id: 'footnote',
    title: 'Footnote',
    names: 'reference note',
    icon: <IconSuperscript {...size} />,
    run: insertFootnote,
  },
]

const formulas: SlashItem[] = [
  {
    id: 'formula',
    title: 'Formula block',
    names: 'math latex equation',
    hint: '$$',
    icon: <IconMath {...size} />,
    run: (editor) => insertSource(editor, 'blockMath'),
  },
  {
    id: 'inline-formula',
    title: 'Formula in the text',
    names: 'math latex inline equation',
    icon: <IconMathFunction {...size} />,
    run: (editor) => insertSource(editor, 'inlineMath'),
  },
]

function insertSource(editor: Editor, type: 'blockMath' | 'inlineMath'): void {
  const at = editor.state.selection.from
  editor.chain().focus().insertContent({ type }).run()
  let position: number | undefined
  editor.state.doc.nodesBetween(Math.max(0, at - 1), editor.state.selection.to, (node, place) => {
    if (node.type.name === type && node.attrs['latex'] === '') position = place
  })
  if (position === undefined) return
  editor.commands.setNodeSelection(position)
  openSelectedSource(editor.view)
}

/** Everything that a page can hold. */
export function slashItems(services: RestOfApp): SlashItem[] {
  const files: SlashItem[] = [
    {
      id: 'image',
      title: 'Image',
      names: 'picture photo upload',
      icon: <IconPhoto {...size} />,
      run: (editor) => pickFiles(editor, services, 'image/*'),
    },
    {
      id: 'file',
      title: 'File',
      names: 'attachment upload pdf',
      icon: <IconFile {...size} />,
      run: (editor) => pickFiles(editor, services, ''),
    },
  ]
  return [...blocks, ...files, ...callouts, ...references, ...formulas]
}
