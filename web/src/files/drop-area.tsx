import { type DragEvent, type ReactNode, useState } from 'react'
import { IconUpload } from '../../vendor/icons/icons.ts'
import { t } from './messages.ts'
import classes from './files.module.css'

type Props = {
  isEnabled: boolean
  onDrop: (files: File[]) => void
  children: ReactNode
}

/** Takes files that are dropped anywhere on what is in it. */
export function DropArea({ isEnabled, onDrop, children }: Props) {
  // Passing from one element to another inside leaves and enters: only the balance tells.
  const [depth, setDepth] = useState(0)
  if (!isEnabled) return children
  const holdsFiles = (event: DragEvent) => event.dataTransfer.types.includes('Files')
  return (
    <div
      className={classes['drop']}
      onDragEnter={(event) => {
        if (holdsFiles(event)) setDepth((depth) => depth + 1)
      }}
      onDragLeave={(event) => {
        if (holdsFiles(event)) setDepth((depth) => Math.max(0, depth - 1))
      }}
      onDragOver={(event) => {
        if (holdsFiles(event)) event.preventDefault()
      }}
      onDrop={(event) => {
        if (!holdsFiles(event)) return
        event.preventDefault()
        setDepth(0)
        onDrop([...event.dataTransfer.files])
      }}
    >
      {children}
      {depth > 0 && (
        <div className={classes['dropHint']} aria-hidden>
          <IconUpload size={28} />
          {t.dropToUpload}
        </div>
      )}
    </div>
  )
}
