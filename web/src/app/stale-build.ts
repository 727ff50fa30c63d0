import { useEffect, useState } from 'react'

/** How a browser, or what loads style sheets, says that a part of the app did not come. */
const isMissing = /dynamically imported module|importing a module script|unable to preload css/i
const reloadedAtKey = 'quire.renewed'
const retryMs = 3000
const minReloadIntervalMs = 60_000

/** `unreachable`: the server does not answer now. */
export type Reloading = 'none' | 'reloading' | 'unreachable'

/**
 * A part of the app did not load. If the server answers, a newer build has replaced the part, and the app is
 * reloaded; otherwise that is tried again until the server answers.
 */
export function useStaleBuildReload(error: unknown): Reloading {
  const isPart = error instanceof Error && isMissing.test(error.message)
  const [reloading, setReloading] = useState<Reloading>(isPart ? 'reloading' : 'none')
  useEffect(() => {
    if (!isPart) return
    let isOver = false
    let timer: ReturnType<typeof setTimeout> | undefined
    const attempt = async () => {
      const isThere = await answers()
      if (isOver) return
      if (!isThere) {
        setReloading('unreachable')
        timer = setTimeout(() => void attempt(), retryMs)
      } else if (
        Date.now() - Number(sessionStorage.getItem(reloadedAtKey) ?? 0) >
        minReloadIntervalMs
      ) {
        sessionStorage.setItem(reloadedAtKey, String(Date.now()))
        location.reload()
      } else {
        setReloading('none')
      }
    }
    void attempt()
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [isPart, error])
  return reloading
}

async function answers(): Promise<boolean> {
  try {
    return (await fetch('/healthz', { cache: 'no-store' })).ok
  } catch {
    return false
  }
}
