import { Text, UnstyledButton, VisuallyHidden } from '@mantine/core'
import { useState } from 'react'
import { foldLines } from './fold-lines.ts'
import { HeadChanges } from './head-changes.tsx'
import { t } from './messages.ts'
import type { DiffLine, HeadChange } from './version-queries.ts'

const signs = { added: '+', removed: '−', same: '' } as const

type Props = { lines: readonly DiffLine[]; changes: readonly HeadChange[] }

/** What changed: the title and the icon, then line by line of the Markdown. */
export function Difference({ lines, changes }: Props) {
  return (
    <>
      <HeadChanges changes={changes} />
      <Body lines={lines} isHeadSame={changes.length === 0} />
    </>
  )
}

function Body({ lines, isHeadSame }: Pick<Props, 'lines'> & { isHeadSame: boolean }) {
  const [opened, setOpened] = useState<readonly string[]>([])
  if (lines.every(({ kind }) => kind === 'same')) {
    return (
      <Text c="dimmed" size="sm">
        {isHeadSame ? t.unchanged : t.textUnchanged}
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
            {t.showUnchanged({ count: fold.lines.length })}
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
        <span dir="auto">
          {kind !== 'same' && <VisuallyHidden>{t[kind]} </VisuallyHidden>}
          {text === '' ? '\u00a0' : text}
        </span>
      </div>
    ))
}
