import manifest from '../../package.json' with { type: 'json' }

/** `<major>.<minor>.<patch>` */
export const version: string = manifest.version

/** What the operator types: `quire` in the checkout, and the name of the package where that is installed. */
export const commandName: string = manifest.name
