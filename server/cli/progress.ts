import type { Terminal } from './terminal.ts'

export type Progress = { update: (done: number, total: number) => void; end: () => void }

const width = 28
const pause = 80

/** A bar on standard error, for a person who watches; nothing for a program. `counted` names what is counted. */
export function startProgress(
  { isScreen, warn }: Pick<Terminal, 'isScreen' | 'warn'>,
  label: string,
  { json }: { json?: boolean },
  counted?: string,
): Progress {
  if (json === true || !isScreen) return { update: () => undefined, end: () => undefined }
  let shownAt = 0
  return {
    update: (done, total) => {
      const now = performance.now()
      if (done < total && now - shownAt < pause) return
      shownAt = now
      const share = total === 0 ? 1 : Math.min(1, done / total)
      const full = Math.round(share * width)
      const bar = '━'.repeat(full) + '╌'.repeat(width - full)
      const percent = `${Math.floor(share * 100)} %`.padStart(5)
      const counts = `${done.toLocaleString('en')} of ${total.toLocaleString('en')} ${counted}`
      warn(`\r\x1b[2K${label} ${bar} ${percent}${counted === undefined ? '' : `  ${counts}`}`)
    },
    end: () => warn('\r\x1b[2K'),
  }
}
