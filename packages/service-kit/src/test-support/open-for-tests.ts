import { afterAll, beforeAll } from 'vitest'

/** Opens what the tests of a block share before them, and closes it after them. Call it at the top of a `describe`. */
export function openForTests<T extends { close(): unknown }>(open: () => Promise<T>): T {
  let opened: T
  beforeAll(async () => {
    opened = await open()
  })
  afterAll(async () => void (await opened?.close()))
  return new Proxy({} as T, { get: (_, name) => opened[name as keyof T] })
}
