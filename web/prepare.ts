/** Run by npm after an installation. One without the tools for building leaves the app as it is. */
const vite = await import('vite').catch(() => undefined)
if (vite === undefined) {
  process.stdout.write('Vite is not installed: the web app is not built. `npm ci` brings it.\n')
} else {
  const { fileURLToPath } = await import('node:url')
  await vite.build({
    configFile: fileURLToPath(new URL('vite.config.ts', import.meta.url)),
    logLevel: 'warn',
  })
}
