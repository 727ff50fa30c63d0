/** A module of the app that is loaded after what the first screen or typing needs. */
export type Part<T> = {
  /** Undefined until it is there. */
  readonly now: T | undefined
  /** Loads it. Never fails: while the network is away it tries again. */
  load: () => Promise<T>
}

const retryMs = 1000
const maxRetryMs = 15_000

export function part<T>(
  fetchPart: () => Promise<T>,
  fetchAt: (address: string) => Promise<T> = importAt,
): Part<T> {
  let now: T | undefined
  let loading: Promise<T> | undefined
  const load = async (): Promise<T> => {
    let address: string | undefined
    for (let attempt = 0; ; attempt += 1) {
      try {
        // Chromium keeps the failure of an address until the tab is closed: https://github.com/whatwg/html/issues/6768
        now = await (address === undefined ? fetchPart() : fetchAt(`${address}?attempt=${attempt}`))
        return now
      } catch (error) {
        address ??= addressIn(error)
        await pause(Math.min(maxRetryMs, retryMs * 2 ** attempt))
      }
    }
  }
  return {
    get now() {
      return now
    },
    load: () => (loading ??= load()),
  }
}

async function importAt<T>(address: string): Promise<T> {
  const found: unknown = await import(/* @vite-ignore */ address)
  // SAFETY: the same module as that of `fetchPart`.
  return found as T
}

/** Browsers other than Safari name it, which asks the server again anyway. */
function addressIn(error: unknown): string | undefined {
  return /https?:\S+\.js/.exec(String(error))?.[0]
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer)
      removeEventListener('online', end)
      resolve()
    }
    const timer = setTimeout(end, ms)
    addEventListener('online', end)
  })
}
