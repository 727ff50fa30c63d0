import { findParentNode } from '@tiptap/core'
import type { ChainedCommands, Editor } from '@tiptap/core'
import { CellSelection, TableMap } from '@tiptap/pm/tables'
import { BubbleMenu } from '@tiptap/react/menus'
import type { ReactNode } from 'react'
import {
  IconAlignCenter,
  IconAlignLeft,
  IconAlignRight,
  IconArrowsJoin2,
  IconArrowsSplit2,
  IconColumnInsertLeft,
  IconColumnInsertRight,
  IconColumnRemove,
  IconRowInsertBottom,
  IconRowInsertTop,
  IconRowRemove,
  IconTableColumn,
  IconTableOff,
  IconTableRow,
} from '../../../vendor/icons/icons.ts'
import { t } from './messages.ts'
import { Tool, ToolDivider, Toolbar } from './toolbar.tsx'

const size = { size: 18, stroke: 1.7 }

type TableTool = {
  id:
    | 'insertRowAbove'
    | 'insertRowBelow'
    | 'deleteRow'
    | 'insertColumnBefore'
    | 'insertColumnAfter'
    | 'deleteColumn'
  icon: ReactNode
  run: (chain: ChainedCommands) => ChainedCommands
}

const groups: TableTool[][] = [
  [
    {
      id: 'insertRowAbove',
      icon: <IconRowInsertTop {...size} />,
      run: (chain) => chain.addRowBefore(),
    },
    {
      id: 'insertRowBelow',
      icon: <IconRowInsertBottom {...size} />,
      run: (chain) => chain.addRowAfter(),
    },
    {
      id: 'deleteRow',
      icon: <IconRowRemove {...size} />,
      run: (chain) => chain.deleteRow(),
    },
  ],
  [
    {
      id: 'insertColumnBefore',
      icon: <IconColumnInsertLeft {...size} />,
      run: (chain) => chain.addColumnBefore(),
    },
    {
      id: 'insertColumnAfter',
      icon: <IconColumnInsertRight {...size} />,
      run: (chain) => chain.addColumnAfter(),
    },
    {
      id: 'deleteColumn',
      icon: <IconColumnRemove {...size} />,
      run: (chain) => chain.deleteColumn(),
    },
  ],
]

const alignments = [
  { align: 'left', id: 'alignLeft', icon: <IconAlignLeft {...size} /> },
  { align: 'center', id: 'alignCenter', icon: <IconAlignCenter {...size} /> },
  { align: 'right', id: 'alignRight', icon: <IconAlignRight {...size} /> },
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
      options={{ placement: 'bottom-start', offset: 6, flip: true, shift: { padding: 8 } }}
    >
      <Toolbar editor={editor} label={t.table}>
        {groups.map((group) => [
          ...group.map(({ id, icon, run }) => (
            <Tool
              key={id}
              label={t[id]}
              icon={icon}
              run={() => run(editor.chain().focus()).run()}
            />
          )),
          <ToolDivider key={group[0]?.id} />,
        ])}
        {alignments.map(({ align, id, icon }) => (
          <Tool key={align} label={t[id]} icon={icon} run={() => alignColumn(editor, align)} />
        ))}
        <ToolDivider />
        <Tool
          label={t.headerRow}
          icon={<IconTableRow {...size} />}
          run={() => editor.chain().focus().toggleHeaderRow().run()}
        />
        <Tool
          label={t.headerColumn}
          icon={<IconTableColumn {...size} />}
          run={() => editor.chain().focus().toggleHeaderColumn().run()}
        />
        <Tool
          label={t.mergeCells}
          icon={<IconArrowsJoin2 {...size} />}
          run={() => editor.chain().focus().mergeCells().run()}
        />
        <Tool
          label={t.splitCell}
          icon={<IconArrowsSplit2 {...size} />}
          run={() => editor.chain().focus().splitCell().run()}
        />
        <Tool
          label={t.deleteTable}
          icon={<IconTableOff {...size} />}
          run={() => editor.chain().focus().deleteTable().run()}
        />
      </Toolbar>
    </BubbleMenu>
  )
}

type Shown = { editor: Editor; element: HTMLElement }

/** Not where nobody writes: on opening a page its end is where the cursor would be. */
export function showsTableMenu({ editor, element }: Shown): boolean {
  if (editor.isDestroyed) return false
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
  const position =
    state.selection instanceof CellSelection ? state.selection.$headCell.pos : cell?.pos
  if (table === undefined || position === undefined) return
  const map = TableMap.get(table.node)
  const { left, right } = map.findCell(position - table.start)
  const transaction = state.tr
  for (const start of map.cellsInRect({ left, right, top: 0, bottom: map.height })) {
    transaction.setNodeAttribute(table.start + start, 'align', align)
  }
  view.dispatch(transaction)
  view.focus()
}
