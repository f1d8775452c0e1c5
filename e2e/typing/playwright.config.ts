import { defineConfig } from '@playwright/test'
import base from '../playwright.config.ts'

/** One counter at a time, so that only the script slows it down. */
export default defineConfig({
  ...base,
  projects: [
    { name: 'sales', testMatch: 'typing.spec.ts' },
    { name: 'bills', testMatch: 'bills.spec.ts' },
    { name: 'morning', testMatch: 'morning.spec.ts' },
    { name: 'meanings', testMatch: 'meanings.spec.ts' },
    { name: 'figures', testMatch: 'figures.spec.ts' },
  ].map((project) => ({ ...project, testDir: '.' })),
  outputDir: '../../test-results',
  workers: 1,
  timeout: 3_600_000,
})
