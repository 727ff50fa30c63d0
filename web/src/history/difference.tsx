import { Text, UnstyledButton, VisuallyHidden } from '@mantine/core'
import { useState } from 'react'
import { foldLines } from './fold-lines.ts'
import type { DiffLine } from './version-queries.ts'

const signs = { added: '+', removed: '−', same: '' } as const
const words = { added: 'Added: ', removed: 'Removed: ', same: '' } as const

/** What changed, line by line of the Markdown. */
export function Difference({ lines }: { lines: readonly DiffLine[] }) {
  const [opened, setOpened] = useState<readonly string[]>([])
  if (lines.every(({ kind }) => kind === 'same')) {
    return (
      <Text c="dimmed" size="sm">
        The text is the same; title, icon or what the page looks like may have changed.
      </Text>
    )
  }
  return (
    <div className="difference">
      {foldLines(lines).map((fold) =>
        fold.kind === 'hidden' && !opened.includes(fold.id) ? (
          <UnstyledButton
            key={fold.id}
            className="difference-fold"
            onClick={() => setOpened([...opened, fold.id])}
          >
            Show {fold.lines.length} unchanged lines
          </UnstyledButton>
        ) : (
          <Lines key={fold.id} lines={fold.lines} />
        ),
      )}
    </div>
  )
}

function Lines({ lines }: { lines: readonly DiffLine[] }) {
  return lines
    .map((line, index) => ({ ...line, id: `${index} ${line.kind}` }))
    .map(({ id, kind, text }) => (
      <div key={id} className="difference-line" data-kind={kind}>
        <span aria-hidden className="difference-sign">
          {signs[kind]}
        </span>
        <span>
          {words[kind] !== '' && <VisuallyHidden>{words[kind]}</VisuallyHidden>}
          {text === '' ? '\u00a0' : text}
        </span>
      </div>
    ))
}
