import { Modal, type ModalProps } from '@mantine/core'
import { useEffect, useState } from 'react'

/**
 * A dialog that is open while it is shown, and returns the focus when it goes. Mantine returns it only from a dialog
 * that stays when it is closed.
 */
export function OpenedModal(props: Omit<ModalProps, 'opened'>) {
  const [opener] = useState(() => document.activeElement)
  useEffect(
    () => () => {
      const isNowhere = document.activeElement === document.body
      if (isNowhere && opener instanceof HTMLElement) opener.focus()
    },
    [opener],
  )
  return <Modal {...props} opened />
}
