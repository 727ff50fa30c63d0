import { useEffect, useState } from 'react'

/** How a browser, or what loads style sheets, says that a part of the app did not come. */
const isMissing = /dynamically imported module|importing a module script|unable to preload css/i
const renewedAt = 'quire.renewed'
/** Milliseconds. */
const triedEvery = 3000
const renewedAtMostEvery = 60_000

/** `away`: the server does not answer now. */
export type Renewal = 'none' | 'renewing' | 'away'

/**
 * The app in this tab asked for a part that did not come. Where the server answers it was renewed, and
 * the part is no more: then the app is loaded anew, as soon as that can be.
 */
export function useRenewal(error: unknown): Renewal {
  const isPart = error instanceof Error && isMissing.test(error.message)
  const [renewal, setRenewal] = useState<Renewal>(isPart ? 'renewing' : 'none')
  useEffect(() => {
    if (!isPart) return
    let isOver = false
    let timer: ReturnType<typeof setTimeout> | undefined
    const attempt = async () => {
      const isThere = await answers()
      if (isOver) return
      if (!isThere) {
        setRenewal('away')
        timer = setTimeout(() => void attempt(), triedEvery)
      } else if (Date.now() - Number(sessionStorage.getItem(renewedAt) ?? 0) > renewedAtMostEvery) {
        sessionStorage.setItem(renewedAt, String(Date.now()))
        location.reload()
      } else {
        setRenewal('none')
      }
    }
    void attempt()
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [isPart, error])
  return renewal
}

async function answers(): Promise<boolean> {
  try {
    return (await fetch('/healthz', { cache: 'no-store' })).ok
  } catch {
    return false
  }
}
