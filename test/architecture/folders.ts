import { countLines, files, filesByFolder, read } from './sources.ts'

/** Files in each folder, without tests beside them, and the longest sources: `npm run folders`. */
const folders = [...filesByFolder]
  .map(([folder, { length }]) => ({ count: length, name: folder === '' ? '.' : folder }))
  .toSorted((a, b) => b.count - a.count || (a.name < b.name ? -1 : 1))
const bySize = files
  .filter(
    (path) =>
      /\.(?:tsx?|js|css|sql|wat)$/.test(path) && !/^client\/(?:routes|limits)\.ts$/.test(path),
  )
  .map((path) => ({ count: countLines(read(path)), name: path }))
  .toSorted((a, b) => b.count - a.count)
  .slice(0, 20)

function print(title: string, rows: readonly { count: number; name: string }[]): void {
  const lines = rows.map(({ count, name }) => `${String(count).padStart(6)}  ${name}`)
  process.stdout.write(`${title}\n${lines.join('\n')}\n\n`)
}

print('Files in each folder, tests beside them not counted', folders)
print('The longest files, in lines', bySize)
