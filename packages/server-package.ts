import { chmod, cp, mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { build } from 'vite'
import { buildInto } from '../web/build.ts'
import { compile, root } from './compile.ts'
import { bundleDependencies, copyMatching } from './dependencies.ts'
import { commonManifest, nodePackages, packageNames, serverDependencies } from './manifests.ts'

/** What the server reads beside its code: tables, styles, the kernel, translations. */
const assets = /\.(?:sql|css|html|wasm|json)$|\/docs\.js$/
/** Browsers that the web app runs in read WOFF2. */
const webFiles = /^(?!.*\.(?:woff|ttf)$)/

/** Puts the server together in a folder: JavaScript, the built web app, and all its dependencies. */
export async function buildServerPackage(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true })
  await compile(join(root, 'packages/tsconfig.server.json'), folder)
  await copyMatching(join(root, 'server'), join(folder, 'server'), assets)
  await copyMatching(join(root, 'messages'), join(folder, 'messages'), assets)
  const web = join(folder, 'web/.build')
  await buildInto({ build }, web)
  await copyMatching(web, join(folder, 'web/dist'), webFiles)
  await rm(web, { recursive: true })
  await mkdir(join(folder, 'bin'))
  await cp(join(root, 'packages/files/quire-server.js'), join(folder, 'bin/quire.js'))
  await chmod(join(folder, 'bin/quire.js'), 0o755)
  await bundleDependencies(folder)
  for (const name of ['LICENSE', 'NOTICE']) await cp(join(root, name), join(folder, name))
  await cp(join(root, 'packages/files/server.md'), join(folder, 'README.md'))
  await writeFile(join(folder, 'package.json'), `${JSON.stringify(manifest(), undefined, 2)}\n`)
}

function manifest(): object {
  const description = 'A self-hosted workspace of notes for people and agents.'
  return {
    ...commonManifest(packageNames.server, description),
    bin: { 'quire-server': 'bin/quire.js' },
    dependencies: serverDependencies,
    // In the tarball, in the versions that were tested: an installation fetches nothing else but Node.
    bundleDependencies: Object.keys(serverDependencies),
    // For machines with an older Node. `--omit=optional` leaves it out.
    optionalDependencies: nodePackages,
  }
}
