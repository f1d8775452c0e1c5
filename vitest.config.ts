import { globSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config'
import { LongestFirstSequencer } from './packages/checks/src/longest-first.ts'
import { prepareEnvironment } from './packages/checks/src/run/surroundings.ts'

prepareEnvironment()

const browserPackages = ['packages/ui', 'packages/sdk', 'shell', 'mf-*']
/** What only a real browser can tell. */
const inChromium = '**/*-in-chromium.test.ts'
const ignored = ['**/node_modules/**', '**/dist/**', '**/.cache/**']
/** Tests of whole suites, of the checks, and of what starts processes or a database server. */
const fullOnly = ['{deploy,e2e,packages/checks}/**/*.test.ts', '**/*.full.test.ts']
const ofServers = {
  include: ['**/*.test.ts'],
  exclude: [...ignored, ...browserPackages.map((folder) => `${folder}/**`)],
}

/** Limits for what hangs: a test that is slow because the machine is busy with something else has not failed. */
const patience = {
  testTimeout: 300_000,
  hookTimeout: 300_000,
  expect: { poll: { timeout: 60_000 } },
}

function serverTests(test: TestProjectInlineConfiguration['test']): TestProjectInlineConfiguration {
  return {
    extends: true,
    test: {
      // Most of what a file costs is loading libraries: workers go on to the next file, which gets our modules anew.
      isolate: false,
      // Many of these wait for processes and databases, so two workers more than there are cores keep them busy.
      maxWorkers: availableParallelism() + 2,
      setupFiles: ['packages/checks/src/fresh-modules.ts'],
      globalSetup: ['packages/service-kit/src/test-support/global-setup.ts'],
      ...patience,
      ...test,
    },
  }
}

const pages: TestProjectInlineConfiguration = {
  extends: true,
  test: {
    name: 'browser',
    // Libraries take most of a file's time, so a worker loads them once. Each file gets fresh modules of ours.
    isolate: false,
    environment: 'jsdom',
    include: browserPackages.map((folder) => `${folder}/**/*.test.{ts,tsx}`),
    exclude: [...ignored, inChromium],
    setupFiles: ['packages/checks/src/fresh-modules.ts', 'packages/checks/src/dom-setup.ts'],
    sequence: { groupOrder: 1 },
    ...patience,
  },
}

const chromium: TestProjectInlineConfiguration = {
  extends: true,
  test: {
    name: 'chromium',
    include: [inChromium],
    exclude: ignored,
    sequence: { groupOrder: 1 },
    ...patience,
  },
}

/** The files of these patterns that are run again on MariaDB after a quick run. */
function onMariaDb(): string[] {
  const files = globSync('{services,packages}/**/*.test.ts', { exclude: [...ignored, ...fullOnly] })
  return files.filter((file) =>
    /@mms\/service-kit\/test-support|testDatabases/.test(readFileSync(file, 'utf8')),
  )
}

/** `quick` is what `npm test` runs, `rest` what `npm run test:all -- --rest` adds. */
const projects = {
  all: () => [serverTests({ name: 'node', ...ofServers }), pages, chromium],
  quick: () => [
    serverTests({
      name: 'node',
      include: ofServers.include,
      exclude: [...ofServers.exclude, ...fullOnly],
      globalSetup: [],
      env: { TEST_DATABASES: 'sqlite' },
    }),
    pages,
  ],
  rest: () => [
    serverTests({ name: 'node', include: fullOnly, exclude: ofServers.exclude }),
    serverTests({ name: 'mariadb', include: onMariaDb(), env: { TEST_DATABASES: 'mariadb' } }),
    chromium,
  ],
}

/** Processes on real databases, pages in a simulated browser, and what needs a real one. */
export default defineConfig({
  oxc: { jsx: { runtime: 'automatic' } },
  test: {
    maxWorkers: availableParallelism() + 1,
    sequence: { sequencer: LongestFirstSequencer },
    projects: projects[(process.env.TESTS ?? 'all') as keyof typeof projects](),
  },
})
