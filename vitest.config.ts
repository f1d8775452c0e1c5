import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { LongestFirst } from './packages/checks/src/longest-first.ts'
import { prepareSurroundings } from './packages/checks/src/run/surroundings.ts'

prepareSurroundings()

const browserPackages = ['packages/ui', 'packages/sdk', 'shell', 'mf-*']
/** What only a real browser can tell. */
const inChromium = '**/*-in-chromium.test.ts'
const ignored = ['**/node_modules/**', '**/dist/**', '**/.cache/**']

/** Limits for what hangs: a test that is slow because the machine is busy with something else has not failed. */
const patience = {
  testTimeout: 90_000,
  hookTimeout: 180_000,
  expect: { poll: { timeout: 15_000 } },
}

/** Processes on real databases, pages in a simulated browser, and what needs a real one. */
export default defineConfig({
  oxc: { jsx: { runtime: 'automatic' } },
  test: {
    maxWorkers: availableParallelism() + 1,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        extends: true,
        test: {
          name: 'node',
          include: ['**/*.test.ts'],
          exclude: [...ignored, ...browserPackages.map((folder) => `${folder}/**`)],
          // Most of what a file costs is loading libraries: workers go on to the next file, which gets our modules anew.
          isolate: false,
          // Many of these wait for processes and databases, so two workers more than there are cores keep them busy.
          maxWorkers: availableParallelism() + 2,
          setupFiles: ['packages/checks/src/fresh-modules.ts'],
          globalSetup: ['packages/service-kit/src/test-support/global-setup.ts'],
          ...patience,
        },
      },
      {
        extends: true,
        test: {
          name: 'browser',
          // Each file has a window and modules of its own, in a worker that goes on to the next one.
          pool: 'vmForks',
          vmMemoryLimit: '1GB',
          environment: 'jsdom',
          include: browserPackages.map((folder) => `${folder}/**/*.test.{ts,tsx}`),
          exclude: [...ignored, inChromium],
          setupFiles: ['packages/checks/src/dom-setup.ts'],
          sequence: { groupOrder: 1 },
          ...patience,
        },
      },
      {
        extends: true,
        test: {
          name: 'chromium',
          include: [inChromium],
          exclude: ignored,
          sequence: { groupOrder: 1 },
          ...patience,
        },
      },
    ],
  },
})
