import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

const browserPackages = ['packages/ui', 'packages/sdk', 'shell', 'mf-*']
const ignored = ['**/node_modules/**', '**/dist/**', '**/.cache/**']

/** Limits for what hangs: a test that is slow because the machine is busy with something else has not failed. */
const patience = {
  testTimeout: 90_000,
  hookTimeout: 180_000,
  expect: { poll: { timeout: 15_000 } },
}

/** Two kinds of test: processes on real databases, and pages in a simulated browser. */
export default defineConfig({
  oxc: { jsx: { runtime: 'automatic' } },
  test: {
    // Many tests wait for processes and databases: one worker more than there are cores keeps them busy.
    maxWorkers: availableParallelism() + 1,
    projects: [
      {
        extends: true,
        test: {
          name: 'node',
          include: ['**/*.test.ts'],
          exclude: [...ignored, ...browserPackages.map((folder) => `${folder}/**`)],
          globalSetup: ['packages/service-kit/src/test-support/global-setup.ts'],
          ...patience,
        },
      },
      {
        extends: true,
        test: {
          name: 'browser',
          environment: 'jsdom',
          include: browserPackages.map((folder) => `${folder}/**/*.test.{ts,tsx}`),
          exclude: ignored,
          setupFiles: ['packages/checks/src/dom-setup.ts'],
          ...patience,
        },
      },
    ],
  },
})
