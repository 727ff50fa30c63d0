import { afterEachFile } from '../../runner/after-file.ts'

/** Properties as they were before a test replaced them. */
const replaced: { target: object; name: PropertyKey; was: PropertyDescriptor | undefined }[] = []

/**
 * Replaces properties of an object that other files of tests in the process see, such as `globalThis` or the prototype
 * of an element, until the end of the file.
 */
export function replace(target: object, properties: PropertyDescriptorMap): void {
  for (const [name, descriptor] of Object.entries(properties)) {
    replaced.push({ target, name, was: Object.getOwnPropertyDescriptor(target, name) })
    Object.defineProperty(target, name, { configurable: true, ...descriptor })
  }
}

/** Replaces globals until the end of the file. */
export function replaceGlobals(values: Readonly<Record<string, unknown>>): void {
  const entries = Object.entries(values)
  const writable = (value: unknown) => ({ value, writable: true, enumerable: true })
  replace(globalThis, Object.fromEntries(entries.map(([name, value]) => [name, writable(value)])))
}

afterEachFile(() => {
  for (const { target, name, was } of replaced.toReversed()) {
    if (was === undefined) Reflect.deleteProperty(target, name)
    else Object.defineProperty(target, name, was)
  }
  replaced.length = 0
})

/** Answers requests in the place of the network until the end of the file. */
export function replaceFetch(fetch: typeof globalThis.fetch): void {
  replaceGlobals({ fetch })
}
