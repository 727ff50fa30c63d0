import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, it } from 'node:test'
import { publish } from './publish.ts'

const month = 31 * 86_400_000

describe('publish', () => {
  let folder = ''
  let dist = ''
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'quire-publish-'))
    dist = join(folder, 'dist')
  })
  afterEach(() => rm(folder, { recursive: true, force: true }))

  const build = async (name: string): Promise<string> => {
    const fresh = join(folder, `fresh-${name}`)
    const files = {
      'index.html': `<script src="/assets/app-${name}.js">`,
      [`assets/app-${name}.js`]: name,
      'assets/kept.js': 'the same',
    }
    for (const [path, content] of Object.entries(files)) {
      await mkdir(dirname(join(fresh, path)), { recursive: true })
      await writeFile(join(fresh, path), content)
    }
    return fresh
  }
  const assets = () => readdir(join(dist, 'assets')).then((names) => names.toSorted())

  it('leaves the build before as it was when the new one is not whole', async () => {
    await publish(await build('one'), dist)
    const broken = await build('two')
    await rm(join(broken, 'index.html'))
    await assert.rejects(publish(broken, dist))
    assert.match(await readFile(join(dist, 'index.html'), 'utf8'), /app-one/)
    assert.ok((await assets()).includes('app-one.js'))
  })

  it('lets every page that is served find its parts, whenever it is asked for', async () => {
    await publish(await build('one'), dist)
    const missing: string[] = []
    const serving = { isOver: false }
    const served = (async () => {
      while (!serving.isOver) {
        const page = await readFile(join(dist, 'index.html'), 'utf8')
        const [, part = ''] = /src="\/(.*)"/.exec(page) ?? []
        if (!existsSync(join(dist, part))) missing.push(part)
      }
    })()
    for (let count = 0; count < 50; count += 1) await publish(await build(`b${count}`), dist)
    serving.isOver = true
    await served
    assert.deepEqual(missing, [])
  })

  it('keeps parts of earlier builds for a month, and leaves no folder of its own', async () => {
    await publish(await build('one'), dist)
    await publish(await build('two'), dist)
    assert.deepEqual(await assets(), ['app-one.js', 'app-two.js', 'kept.js'])
    const old = new Date(Date.now() - month)
    await utimes(join(dist, 'assets', 'app-one.js'), old, old)
    await publish(await build('three'), dist)
    assert.deepEqual(await assets(), ['app-three.js', 'app-two.js', 'kept.js'])
    assert.deepEqual(await readdir(folder), ['dist'])
  })
})
