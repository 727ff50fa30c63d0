import type { Editor } from '@tiptap/core'
import type { ReactNode } from 'react'
import { viewLanguage } from '../../../../content/views/query.ts'
import { calloutKinds } from '../../../../content/vocabulary.ts'
import {
  IconAlertTriangle,
  IconAt,
  IconBlockquote,
  IconBulb,
  IconCalendar,
  IconCaretRight,
  IconCode,
  IconFile,
  IconFileSymlink,
  IconFileText,
  IconFlame,
  IconH1,
  IconH2,
  IconH3,
  IconInfoCircle,
  IconLayoutList,
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
} from '../../../vendor/icons/icons.ts'
import type { CalloutKind } from '../../ui/callout-title.ts'
import type { EditorHost } from '../editor-host.ts'
import { pickFiles } from '../insert/pick-files.ts'
import { insertDate } from '../nodes/dates.ts'
import { insertFootnote } from '../nodes/footnotes.ts'
import { openSelectedSource } from '../nodes/source-view.ts'
import { turnIntoToggle } from '../nodes/toggles/commands.ts'
import { slashWords } from './slash-words.ts'
import type { MenuItem } from './suggestion-menu.tsx'

export type SlashItem = MenuItem & { keywords: string; run: (editor: Editor) => void }

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
  ...slashWords(`heading${level}`),
  hint: '#'.repeat(level),
  icon,
  run: (editor) => editor.chain().focus().setNode('heading', { level }).run(),
})

const blocks = (): SlashItem[] => [
  {
    id: 'text',
    ...slashWords('text'),
    icon: <IconLetterT {...size} />,
    run: (editor) => editor.chain().focus().setParagraph().run(),
  },
  heading(1, <IconH1 {...size} />),
  heading(2, <IconH2 {...size} />),
  heading(3, <IconH3 {...size} />),
  {
    id: 'bullets',
    ...slashWords('bullets'),
    hint: '-',
    icon: <IconList {...size} />,
    run: (editor) => editor.chain().focus().toggleBulletList().run(),
  },
  {
    id: 'numbers',
    ...slashWords('numbers'),
    hint: '1.',
    icon: <IconListNumbers {...size} />,
    run: (editor) => editor.chain().focus().toggleOrderedList().run(),
  },
  {
    id: 'tasks',
    ...slashWords('tasks'),
    hint: '[]',
    icon: <IconListCheck {...size} />,
    run: (editor) => editor.chain().focus().toggleTaskList().run(),
  },
  {
    id: 'table',
    ...slashWords('table'),
    icon: <IconTable {...size} />,
    run: (editor) =>
      editor.chain().focus().insertTable({ rows: 3, cols: 3, withHeaderRow: true }).run(),
  },
  {
    id: 'view',
    ...slashWords('view'),
    icon: <IconLayoutList {...size} />,
    run: (editor) => {
      const content = [{ type: 'text', text: 'under: this' }]
      const block = { type: 'codeBlock', attrs: { language: viewLanguage }, content }
      // The caret goes below: inside, the source would stand in front of the view.
      editor
        .chain()
        .focus()
        .insertContent([block, { type: 'paragraph' }])
        .run()
    },
  },
  {
    id: 'code',
    ...slashWords('code'),
    hint: '```',
    icon: <IconCode {...size} />,
    run: (editor) => editor.chain().focus().setCodeBlock().run(),
  },
  {
    id: 'quote',
    ...slashWords('quote'),
    hint: '>',
    icon: <IconBlockquote {...size} />,
    run: (editor) => editor.chain().focus().toggleBlockquote().run(),
  },
  {
    id: 'toggle',
    ...slashWords('toggle'),
    hint: '>>>',
    icon: <IconCaretRight {...size} />,
    run: (editor) => {
      turnIntoToggle(editor.state, editor.view.dispatch)
      editor.view.focus()
    },
  },
  {
    id: 'divider',
    ...slashWords('divider'),
    hint: '---',
    icon: <IconSeparator {...size} />,
    run: (editor) => editor.chain().focus().setHorizontalRule().run(),
  },
]

const callouts = () =>
  calloutKinds.map((kind): SlashItem => ({
    id: `callout-${kind}`,
    ...slashWords(kind),
    icon: calloutIcons[kind],
    run: (editor) => editor.chain().focus().wrapIn('callout', { kind }).run(),
  }))

const references = (): SlashItem[] => [
  {
    id: 'page',
    ...slashWords('page'),
    hint: '[[',
    icon: <IconFileText {...size} />,
    run: (editor) => editor.chain().focus().insertContent('[[').run(),
  },
  {
    id: 'embed',
    ...slashWords('embed'),
    hint: '![[',
    icon: <IconFileSymlink {...size} />,
    run: (editor) => editor.chain().focus().insertContent('![[').run(),
  },
  {
    id: 'person',
    ...slashWords('person'),
    hint: '@',
    icon: <IconAt {...size} />,
    run: (editor) => editor.chain().focus().insertContent('@').run(),
  },
  {
    id: 'date',
    ...slashWords('date'),
    icon: <IconCalendar {...size} />,
    run: insertDate,
  },
  {
    id: 'footnote',
    ...slashWords('footnote'),
    icon: <IconSuperscript {...size} />,
    run: insertFootnote,
  },
]

const formulas = (): SlashItem[] => [
  {
    id: 'formula',
    ...slashWords('formula'),
    hint: '$$',
    icon: <IconMath {...size} />,
    run: (editor) => insertSource(editor, 'blockMath'),
  },
  {
    id: 'inline-formula',
    ...slashWords('inlineFormula'),
    icon: <IconMathFunction {...size} />,
    run: (editor) => insertSource(editor, 'inlineMath'),
  },
]

function insertSource(editor: Editor, type: 'blockMath' | 'inlineMath'): void {
  const at = editor.state.selection.from
  editor.chain().focus().insertContent({ type }).run()
  let position: number | undefined
  editor.state.doc.nodesBetween(
    Math.max(0, at - 1),
    editor.state.selection.to,
    (node, nodePosition) => {
      if (node.type.name === type && node.attrs['latex'] === '') position = nodePosition
    },
  )
  if (position === undefined) return
  editor.commands.setNodeSelection(position)
  openSelectedSource(editor.view)
}

/** Everything that a page can hold. */
export function slashItems(host: EditorHost): SlashItem[] {
  const files: SlashItem[] = [
    {
      id: 'image',
      ...slashWords('image'),
      icon: <IconPhoto {...size} />,
      run: (editor) => pickFiles(editor, host, 'image/*'),
    },
    {
      id: 'file',
      ...slashWords('file'),
      icon: <IconFile {...size} />,
      run: (editor) => pickFiles(editor, host, ''),
    },
  ]
  return [...blocks(), ...files, ...callouts(), ...references(), ...formulas()]
}
