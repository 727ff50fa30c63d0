import { Menu } from '@mantine/core'
import type { ChainedCommands, Editor } from '@tiptap/core'
import { t } from './messages.ts'
import { canMove, cellAtCursor, type Line, setColumnWidth } from './move-lines.ts'
import { isTableReadFromRight, moveBy } from './table-keys.ts'

/** Pixels by which a column grows or shrinks, and what is left of it. */
const widthStep = 40
const minWidth = 60

type Props = { editor: Editor; line: Line }

/** What can be done with a row or a column. */
export function LineMenu({ editor, line }: Props) {
  return line === 'row' ? <RowMenu editor={editor} /> : <ColumnMenu editor={editor} />
}

function RowMenu({ editor }: { editor: Editor }) {
  const run = (command: (chain: ChainedCommands) => ChainedCommands) => () =>
    void command(editor.chain().focus()).run()
  return (
    <>
      <Menu.Item onClick={run((chain) => chain.addRowBefore())}>{t.insertRowAbove}</Menu.Item>
      <Menu.Item onClick={run((chain) => chain.addRowAfter())}>{t.insertRowBelow}</Menu.Item>
      <Menu.Divider />
      <Move editor={editor} line="row" by={-1} label={t.moveUp} />
      <Move editor={editor} line="row" by={1} label={t.moveDown} />
      <Menu.Item onClick={run((chain) => chain.toggleHeaderRow())}>{t.headerRow}</Menu.Item>
      <Menu.Divider />
      <Menu.Item className="danger-item" onClick={run((chain) => chain.deleteRow())}>
        {t.deleteRow}
      </Menu.Item>
    </>
  )
}

function ColumnMenu({ editor }: { editor: Editor }) {
  const isRightToLeft = isTableReadFromRight(editor.view)
  const run = (command: (chain: ChainedCommands) => ChainedCommands) => () =>
    void command(editor.chain().focus()).run()
  return (
    <>
      <Menu.Item onClick={run((chain) => chain.addColumnBefore())}>
        {t.insertColumnBefore}
      </Menu.Item>
      <Menu.Item onClick={run((chain) => chain.addColumnAfter())}>{t.insertColumnAfter}</Menu.Item>
      <Menu.Divider />
      <Move editor={editor} line="column" by={isRightToLeft ? 1 : -1} label={t.moveLeft} />
      <Move editor={editor} line="column" by={isRightToLeft ? -1 : 1} label={t.moveRight} />
      <Menu.Item onClick={run((chain) => chain.toggleHeaderColumn())}>{t.headerColumn}</Menu.Item>
      <Menu.Item closeMenuOnClick={false} onClick={() => widen(editor, widthStep)}>
        {t.wider}
      </Menu.Item>
      <Menu.Item closeMenuOnClick={false} onClick={() => widen(editor, -widthStep)}>
        {t.narrower}
      </Menu.Item>
      <Menu.Divider />
      <Menu.Item className="danger-item" onClick={run((chain) => chain.deleteColumn())}>
        {t.deleteColumn}
      </Menu.Item>
    </>
  )
}

type MoveProps = Props & { by: -1 | 1; label: string }

function Move({ editor, line, by, label }: MoveProps) {
  const cell = cellAtCursor(editor.state)
  const from = line === 'row' ? (cell?.row ?? 0) : (cell?.column ?? 0)
  const isPossible = cell !== undefined && canMove(cell, line, from, from + by)
  return (
    <Menu.Item
      disabled={!isPossible}
      onClick={() => {
        moveBy(editor.view, line, by)
        editor.view.focus()
      }}
    >
      {label}
    </Menu.Item>
  )
}

/** Makes the column of the cursor wider, from the width it has on the screen. */
export function widen({ state, view }: Editor, by: number): void {
  const cell = cellAtCursor(state)
  const table = cell && view.nodeDOM(cell.start - 1)
  if (cell === undefined || !(table instanceof HTMLElement)) return
  const shown = table.querySelectorAll('tr')[cell.row]?.children[cell.column]
  const width = Math.round(shown?.getBoundingClientRect().width ?? 0)
  const { tr } = state
  setColumnWidth(tr, cell, cell.column, Math.max(minWidth, width + by))
  view.dispatch(tr)
}
