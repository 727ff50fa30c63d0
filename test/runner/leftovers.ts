import { existsSync, readdirSync, readlinkSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'

/** State of a process that a file of tests must leave as it was: the next file in the process relies on it. */
export type ProcessState = {
  environment: Record<string, string | undefined>
  folder: string
  properties: Map<string, unknown>
  resources: Map<string, number>
}

/** Time that closed sockets and ended threads get to disappear. */
const closingMilliseconds = 10_000

/**
 * Resources that Node opens for itself or that end by themselves. Node keeps the request of a read from a file for the
 * next file, also when the file is closed; open files are found by their descriptors.
 */
const ignored =
  /^(?:Immediate|TTYWrap|PipeWrap|FSReqCallback|FSReqPromise|CloseReq|FileHandleCloseReq|FileHandleReadWrap)$/

export function readState(): ProcessState {
  const resources = new Map<string, number>()
  const kinds = process.getActiveResourcesInfo().filter((kind) => !ignored.test(kind))
  for (const name of [...kinds, ...openFiles()]) {
    resources.set(name, (resources.get(name) ?? 0) + 1)
  }
  return {
    environment: { ...process.env },
    folder: process.cwd(),
    properties: readProperties(),
    resources,
  }
}

/** Folder in which Linux lists the files, sockets and pipes that the process has open. */
const descriptors = '/proc/self/fd'

/** Lists the files that the process has open, where the system tells. */
function openFiles(): string[] {
  if (!existsSync(descriptors)) return []
  return readdirSync(descriptors)
    .map(targetOf)
    .filter((path) => path.startsWith('/') && !/^\/(?:dev|proc)\//.test(path))
}

/** Reads what a descriptor stands for. Reading the folder opens a descriptor that is closed by then. */
function targetOf(descriptor: string): string {
  try {
    return readlinkSync(`${descriptors}/${descriptor}`)
  } catch {
    return ''
  }
}

/** Properties of the objects that tests replace parts of, by their name. */
function readProperties(): Map<string, unknown> {
  const properties = new Map<string, unknown>()
  for (const [name, object] of Object.entries(sharedObjects())) {
    for (const key of Object.getOwnPropertyNames(object)) {
      const descriptor = Object.getOwnPropertyDescriptor(object, key)
      const value: unknown = descriptor?.value
      // Libraries keep their own state under such names.
      if (key.startsWith('__')) continue
      // A mock of an inherited method leaves the method itself behind.
      const inherited: unknown = Reflect.get(Reflect.getPrototypeOf(object) ?? {}, key, object)
      if (typeof value === 'function' && value === inherited) continue
      properties.set(`${name}.${key}`, Reflect.get(descriptor ?? {}, 'get') ?? { value })
    }
  }
  return properties
}

/** A process of component tests also has the objects of a browser. */
function sharedObjects(): Record<string, object> {
  const objects: Record<string, unknown> = { globalThis }
  for (const name of ['navigator', 'location']) objects[name] = Reflect.get(globalThis, name)
  const element: unknown = Reflect.get(globalThis, 'HTMLElement')
  if (typeof element === 'function') objects['HTMLElement.prototype'] = element.prototype
  return Object.fromEntries(
    Object.entries(objects).filter((entry): entry is [string, object] => isObject(entry[1])),
  )
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}

/** Lists the differences that a file left, one sentence each. Waits for resources that are still closing. */
export async function findLeftovers(before: ProcessState): Promise<string[]> {
  const deadline = performance.now() + closingMilliseconds
  // A server that was told to listen is open one turn later.
  await setTimeout(1)
  let after = readState()
  while (newResources(before, after).length > 0 && performance.now() < deadline) {
    await setTimeout(10)
    after = readState()
  }
  return [
    ...changedVariables(before, after),
    ...(before.folder === after.folder ? [] : ['It changed the working folder.']),
    ...changedProperties(before, after),
    ...newResources(before, after),
  ]
}

function changedVariables(before: ProcessState, after: ProcessState): string[] {
  const names = new Set([...Object.keys(before.environment), ...Object.keys(after.environment)])
  return [...names]
    .filter((name) => before.environment[name] !== after.environment[name])
    .map((name) => `It changed the environment variable ${name}.`)
}

function changedProperties(before: ProcessState, after: ProcessState): string[] {
  return [...new Set([...before.properties.keys(), ...after.properties.keys()])]
    .filter((name) => hasChanged(before.properties.get(name), after.properties.get(name)))
    .map((name) => `It changed ${name}.`)
}

/** Node turns the getters of some globals into values when they are first read. */
function hasChanged(was: unknown, is: unknown): boolean {
  if (typeof was === 'function') return is === undefined
  return !isBox(was) || !isBox(is) || !Object.is(was.value, is.value)
}

function isBox(value: unknown): value is { value: unknown } {
  return isObject(value) && 'value' in value
}

function newResources(before: ProcessState, after: ProcessState): string[] {
  return [...after.resources]
    .filter(([kind, count]) => count > (before.resources.get(kind) ?? 0))
    .map(([kind]) => `It left a resource open: ${kind}.`)
}
