import type { ReactNode } from 'react'

/** A list of `Row`s. */
export function Rows({ label, children }: { label: string; children: ReactNode }) {
  return (
    <ul aria-label={label} style={{ margin: 0, padding: 0 }}>
      {children}
    </ul>
  )
}
