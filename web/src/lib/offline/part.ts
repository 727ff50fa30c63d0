/** A module of the app that is loaded after what the first screen or typing needs. */
export type Part<T> = {
  /** Undefined until it is there. */
  readonly now: T | undefined
  /** Loads it. Never fails: while the network is away it tries again. */
  load: () => Promise<T>
}

const retryMs = 1000
const maxRetryMs = 15_000

type PartOptions<T> = {
  /** A name that the module exports, where the build puts other modules into its file. */
  exported?: keyof T & string
  fetchAt?: (address: string) => Promise<object>
}

export function part<T>(
  fetchPart: () => Promise<T>,
  { exported, fetchAt = importAt }: PartOptions<T> = {},
): Part<T> {
  let now: T | undefined
  let loading: Promise<T> | undefined
  const load = async (): Promise<T> => {
    let address: string | undefined
    for (let attempt = 0; ; attempt += 1) {
      try {
        // Chromium keeps the failure of an address until the tab is closed: https://github.com/whatwg/html/issues/6768
        if (address === undefined) now = await fetchPart()
        else {
          const file = await fetchAt(`${address}?attempt=${attempt}`)
          // SAFETY: the same module as that of `fetchPart`.
          now = moduleIn(file, exported) as T
        }
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

async function importAt(address: string): Promise<object> {
  const file: object = await import(/* @vite-ignore */ address)
  return file
}

/** A file of several modules exports each of them under a short name. */
function moduleIn(file: object, exported: string | undefined): object {
  const modules = Object.values(file).filter(
    (value: unknown): value is object => typeof value === 'object' && value !== null,
  )
  if (exported === undefined) return file
  return modules.find((module) => exported in module) ?? file
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
