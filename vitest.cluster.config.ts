import { defineConfig } from 'vitest/config'
import { prepareEnvironment } from './packages/checks/src/run/surroundings.ts'

prepareEnvironment()

/** What only a cluster of three nodes can tell: `npm run cluster`, after `npm run provision`. */
export default defineConfig({
  test: {
    include: ['packages/**/*.cluster.ts', 'services/**/*.cluster.ts'],
    exclude: ['**/node_modules/**'],
    globalSetup: ['packages/service-kit/src/test-support/cluster-setup.ts'],
    testTimeout: 300_000,
    hookTimeout: 300_000,
    fileParallelism: false,
    expect: { poll: { timeout: 60_000 } },
  },
})
