import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

/** Class names of a component of Mantine, such as `components/Button/Button.module.mjs`. */
const classNames = /\/@mantine\/core\/esm\/(?:components|utils)\/(?:[^/]+\/)+([^/]+)\.module\.mjs$/

/**
 * Loads the styles of each component with the component, so that the build has only those of components
 * that a screen shows. The development server loads the styles of all.
 */
export function componentStyles(): Plugin {
  return {
    name: 'component-styles',
    apply: 'build',
    config: () => ({
      resolve: {
        alias: {
          '@mantine/core/styles.layer.css': fileURLToPath(
            new URL('src/app/base-styles.css', import.meta.url),
          ),
        },
      },
    }),
    transform(code, id) {
      const name = classNames.exec(id)?.[1]
      if (name === undefined) return undefined
      return `import '@mantine/core/styles/${name}.layer.css'\n${code}`
    },
  }
}
