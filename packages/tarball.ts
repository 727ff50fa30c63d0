import { createWriteStream } from 'node:fs'
import { readdir, readFile, stat } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { pack } from 'tar-stream'

/** npm sets the same time in each tarball, so that the same files have the same digest. */
const packedAt = new Date('1985-10-26T08:15:00.000Z')

/** Writes a folder as the tarball of a package, as `npm publish` takes it. The same files make the same bytes. */
export async function writeTarball(folder: string, path: string): Promise<void> {
  const archive = pack()
  const written = pipeline(archive, createGzip({ level: 6 }), createWriteStream(path))
  for (const name of await listFiles(folder)) {
    const bytes = await readFile(join(folder, name))
    const isProgram = ((await stat(join(folder, name))).mode & 0o100) !== 0
    const header = {
      name: `package/${name}`,
      size: bytes.length,
      mode: isProgram ? 0o755 : 0o644,
      mtime: packedAt,
    }
    await new Promise<void>((resolve, reject) => {
      archive.entry(header, bytes, (error) => (error == null ? resolve() : reject(error)))
    })
  }
  archive.finalize()
  await written
}

/** The files below a folder, with slashes, in the same order everywhere. */
export async function listFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll(sep, '/'))
    .toSorted()
}
