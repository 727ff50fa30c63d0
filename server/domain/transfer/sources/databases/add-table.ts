import { posix } from 'node:path'
import { startTimeSlice } from '../../../../lib/time-slices.ts'
import { createNames } from '../../export/names.ts'
import type { Output } from '../folder/output.ts'
import { folderOfPage } from '../folder/tree.ts'
import { pageText } from '../pages/page-text.ts'
import type { Table } from './table.ts'
import { viewBlock } from './view.ts'

const nameBytes = 120

/** The page of a table, and pages for the rows that `taken` does not have. */
export async function addTable(
  output: Output,
  { path, title, order }: { path: string; title: string; order?: number | undefined },
  { keys, rows }: Table,
  taken: { titles: readonly string[]; names: readonly string[] } = { titles: [], names: [] },
): Promise<void> {
  const slice = startTimeSlice()
  output.addText(path, pageText(path, { title, order }, viewBlock(keys)))
  const names = createNames(taken.names)
  const left = new Map<string, number>()
  for (const one of taken.titles) left.set(one, (left.get(one) ?? 0) + 1)
  for (const [index, row] of rows.entries()) {
    if (slice.isOver()) await slice.pause()
    const count = left.get(row.title) ?? 0
    if (count > 0) {
      left.set(row.title, count - 1)
      continue
    }
    const file = posix.join(folderOfPage(path), names(row.title, '.md', nameBytes))
    const { properties } = row
    output.addText(file, pageText(file, { title: row.title, order: index + 1, properties }, ''))
  }
}
