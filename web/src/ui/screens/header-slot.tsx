import { createContext, type ReactNode, use, useState } from 'react'
import { createPortal } from 'react-dom'

const Slot = createContext<HTMLElement | null>(null)
const SetSlot = createContext<(element: HTMLElement | null) => void>(() => undefined)

/** Lets a screen put its breadcrumb and actions into the bar above it. */
export function HeaderSlotProvider({ children }: { children: ReactNode }) {
  const [element, setElement] = useState<HTMLElement | null>(null)
  return (
    <SetSlot value={setElement}>
      <Slot value={element}>{children}</Slot>
    </SetSlot>
  )
}

/** Where the shell shows what screens put there. */
export function HeaderSlot({ className }: { className: string | undefined }) {
  return <div ref={use(SetSlot)} className={className} />
}

export function HeaderContent({ children }: { children: ReactNode }) {
  const element = use(Slot)
  return element === null ? null : createPortal(children, element)
}
