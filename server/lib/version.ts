import manifest from '../../package.json' with { type: 'json' }

/** `<major>.<minor>.<patch>` */
export const version: string = manifest.version
