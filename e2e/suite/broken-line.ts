import { type Line, startLine } from './line.ts'
import { test as base, expect } from './test.ts'

/** The browser's connection to the suite can be broken; that of `connectApi` cannot. */
export const test = base.extend<{ line: Line; lineErrors: undefined }>({
  line: async ({ suite }, use) => {
    const line = await startLine(suite.url)
    await use(line)
    line.close()
  },
  baseURL: ({ line }, use) => use(line.url),
  lineErrors: [
    async ({ troubles }, use) => {
      troubles.allow(/Failed to load resource|ERR_|Failed to fetch|401|409/)
      await use(undefined)
    },
    { auto: true },
  ],
})

/** Waits until more than `count` requests or responses were lost. */
export const broken = (line: Line, count = 0) => expect.poll(() => line.cuts()).toBeGreaterThan(count)
