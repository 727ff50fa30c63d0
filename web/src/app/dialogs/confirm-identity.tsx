import { Modal } from '@mantine/core'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { askForConfirmation } from '../../lib/confirmation.ts'
import { PageSkeleton } from '../../ui/screens/page-skeleton.tsx'
import { t } from '../messages.ts'

const ConfirmWays = lazy(async () => ({
  default: (await import('./confirm-ways.tsx')).ConfirmWays,
}))

type Answer = (isConfirmed: boolean) => void

/** Asks whoever is signed in to prove that it is them, whenever the server wants that for what they do. */
export function ConfirmIdentity() {
  const [isOpen, setOpen] = useState(false)
  const waiting = useRef<Answer[]>([])
  useEffect(
    () =>
      askForConfirmation(() => {
        setOpen(true)
        return new Promise((resolve) => waiting.current.push(resolve))
      }),
    [],
  )
  const answer: Answer = (isConfirmed) => {
    setOpen(false)
    for (const resolve of waiting.current.splice(0)) resolve(isConfirmed)
  }
  return (
    <Modal
      opened={isOpen}
      onClose={() => answer(false)}
      title={t.confirmTitle}
      // Above the dialog in which something was asked for.
      zIndex={400}
    >
      <Suspense fallback={<PageSkeleton lines={3} />}>
        <ConfirmWays onConfirmed={() => answer(true)} />
      </Suspense>
    </Modal>
  )
}
