import { useCallback, useImperativeHandle, useRef, useState } from 'react'
import type { BodyHandle, PageBodyProps } from '../lib/page-body.ts'
import { readBoard, writeBoard } from './board-model.ts'
import type { Board } from './board-model.ts'

type Given = Pick<PageBodyProps, 'content' | 'changed' | 'ref'> & { focus: () => void }

export type BoardState = {
  board: Board
  change: (next: (board: Board) => Board) => void
  /** Shows how it would be, as while a card is dragged; undefined shows again how it is. */
  preview: (board: Board | undefined) => void
}

/** The board as the person sees it, for the screen to read and to replace. */
export function useBoard({ content, changed, ref, focus }: Given): BoardState {
  const [board, setBoard] = useState(() => readBoard(content))
  const [previewed, preview] = useState<Board>()
  const now = useRef(board)
  const put = useCallback((next: Board) => {
    now.current = next
    setBoard(next)
  }, [])
  useImperativeHandle(
    ref,
    (): BodyHandle => ({
      read: () => writeBoard(now.current),
      show: (document) => put(readBoard(document, now.current)),
      focus,
    }),
    [put, focus],
  )
  const change = useCallback(
    (next: (board: Board) => Board) => {
      const after = next(now.current)
      if (after === now.current) return
      put(after)
      changed()
    },
    [put, changed],
  )
  return { board: previewed ?? board, change, preview }
}
