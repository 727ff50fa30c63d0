import {
  IconAlignCenter,
  IconAlignLeft,
  IconAlignRight,
  IconColumnInsertLeft,
  IconColumnInsertRight,
  IconColumnRemove,
  IconRowInsertBottom,
  IconRowInsertTop,
  IconRowRemove,
  IconTableOff,
  IconTableRow,
} from '@tabler/icons-react'
import { findParentNode } from '@tiptap/core'
import type { ChainedCommands, Editor } from '@tiptap/core'
import { CellSelection, TableMap } from '@tiptap/pm/tables'
import { BubbleMenu } from '@tiptap/react/menus'
import type { ReactNode } from 'react'
import { Tool, ToolDivider, Toolbar } from './toolbar.tsx'

const size = { size: 18, stroke: 1.7 }

type Group = { label: string; icon: ReactNode; run: (chain: ChainedCommands) => ChainedCommands }[]

const groups: Group[] = [
  [
    {
      label: 'Row above',
      icon: <IconRowInsertTop {...size} />,
      run: (chain) => chain.addRowBefore(),
    },
    {
      label: 'Row below',
      icon: <IconRowInsertBottom {...size} />,
      run: (chain) => chain.addRowAfter(),
    },
    {
      label: 'Delete the row',
      icon: <IconRowRemove {...size} />,
      run: (chain) => chain.deleteRow(),
    },
  ],
  [
    {
      label: 'Column to the left',
      icon: <IconColumnInsertLeft {...size} />,
      run: (chain) => chain.addColumnBefore(),
    },
    {
      label: 'Column to the right',
      icon: <IconColumnInsertRight {...size} />,
      run: (chain) => chain.addColumnAfter(),
    },
    {
      label: 'Delete the column',
      icon: <IconColumnRemove {...size} />,
      run: (chain) => chain.deleteColumn(),
    },
  ],
]

const alignments = [
  { align: 'left', icon: <IconAlignLeft {...size} /> },
  { align: 'center', icon: <IconAlignCenter {...size} /> },
  { align: 'right', icon: <IconAlignRight {...size} /> },
] as const

/** Rows, columns and alignment of the table that the cursor is in. */
export function TableMenu({ editor }: { editor: Editor }) {
  return (
    <BubbleMenu
      editor={editor}
      pluginKey="tableMenu"
      updateDelay={120}
      shouldShow={showsTableMenu}
      getReferencedVirtualElement={() => tableElement(editor)}
      options={{ placement: 'top-start', offset: 6, flip: true, shift: { padding: 8 } }}
    >
      <Toolbar editor={editor} label="Table">
        {groups.map((group) => [
          ...group.map(({ label, icon, run }) => (
            <Tool
              key={label}
              label={label}
              icon={icon}
              run={() => run(editor.chain().focus()).run()}
            />
          )),
          <ToolDivider key={group[0]?.label} />,
        ])}
        {alignments.map(({ align, icon }) => (
          <Tool
            key={align}
            label={`Align ${align}`}
            icon={icon}
            run={() => alignColumn(editor, align)}
          />
        ))}
        <ToolDivider />
        <Tool
          label="Heading row"
          icon={<IconTableRow {...size} />}
          run={() => editor.chain().focus().toggleHeaderRow().run()}
        />
        <Tool
          label="Delete the table"
          icon={<IconTableOff {...size} />}
          run={() => editor.chain().focus().deleteTable().run()}
        />
      </Toolbar>
    </BubbleMenu>
  )
}

type Place = { editor: Editor; element: HTMLElement }

/** Not where nobody writes: on opening a page its end is where the cursor would be. */
export function showsTableMenu({ editor, element }: Place): boolean {
  if (!editor.view.hasFocus() && !element.contains(document.activeElement)) return false
  const { selection } = editor.state
  const isCursor = selection.empty || selection instanceof CellSelection
  return editor.isEditable && isCursor && editor.isActive('table') && !editor.isActive('link')
}

const findTable = findParentNode((node) => node.type.name === 'table')

function tableElement(editor: Editor): HTMLElement | null {
  const table = findTable(editor.state.selection)
  const dom = table && editor.view.nodeDOM(table.pos)
  return dom instanceof HTMLElement ? dom : null
}

/** In Markdown a column has one alignment: all its cells take it. */
export function alignColumn(editor: Editor, align: 'left' | 'center' | 'right'): void {
  const { state, view } = editor
  const table = findTable(state.selection)
  const cell = findParentNode(
    ({ type }) => type.name === 'tableCell' || type.name === 'tableHeader',
  )(state.selection)
  const place = state.selection instanceof CellSelection ? state.selection.$headCell.pos : cell?.pos
  if (table === undefined || place === undefined) return
  const map = TableMap.get(table.node)
  const { left, right } = map.findCell(place - table.start)
  const transaction = state.tr
  for (const start of map.cellsInRect({ left, right, top: 0, bottom: map.height })) {
    transaction.setNodeAttribute(table.start + start, 'align', align)
  }
  view.dispatch(transaction)
  view.focus()
}
