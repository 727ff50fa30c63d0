import { UnstyledButton, VisuallyHidden } from '@mantine/core'
import { useState } from 'react'
import { type DiffLine, foldLines } from './fold-lines.ts'
import { t } from './messages.ts'
import './difference.css'

const signs = { added: '+', removed: '−', same: '' } as const

/** The lines of a text as they changed, without long stretches that did not. */
export function LineChanges({ lines }: { lines: readonly DiffLine[] }) {
  const [opened, setOpened] = useState<readonly string[]>([])
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
