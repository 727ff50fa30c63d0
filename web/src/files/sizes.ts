const units = ['KB', 'MB', 'GB', 'TB']

/** As file managers say it: `3.4 MB`. */
export function saySize(bytes: number): string {
  if (bytes < 1000) return `${bytes} ${bytes === 1 ? 'byte' : 'bytes'}`
  let size = bytes
  let unit = -1
  while (size >= 999.5 && unit < units.length - 1) {
    size /= 1000
    unit += 1
  }
  return `${size < 10 ? size.toFixed(1) : Math.round(size)} ${units[unit] ?? 'KB'}`
}
