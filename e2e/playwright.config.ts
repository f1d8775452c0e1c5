import { defineConfig } from '@playwright/test'
import { chooseBrowser, chromiumArguments } from './suite/browser.ts'

// Workers read this file too, without the arguments of the command.
if (process.argv.includes('--headed')) process.env.HEADED = 'yes'

/**
 * Folders of journeys that need a store of their own or take the suite apart. Each is a project with one worker, since
 * a worker is a suite: two would start it twice. The longest first, and those that share a suite fill up all workers.
 */
const ownSuites = ['every-page', 'screens', 'taken-apart', 'sample-data', 'typing', 'counter']

/** Debian's browser; Playwright's own download is not used. Video would need its ffmpeg, so traces it is. */
export default defineConfig({
  projects: [
    // Runs beside others; a run empties its folder when it begins.
    { name: 'budget', testDir: 'budget', outputDir: '../test-results/budget' },
    ...ownSuites.map((name) => ({ name: `journeys-${name}`, testDir: `journeys/${name}`, workers: 1 })),
    { name: 'journeys-shared', testDir: 'journeys/shared', grepInvert: /@whole/ },
    { name: 'mixes', testDir: 'journeys/shared', testMatch: 'previous-release.spec.ts' },
    { name: 'faults', testDir: 'journeys/shared', testMatch: 'faults.spec.ts' },
    { name: 'dev', testDir: 'dev' },
  ],
  outputDir: '../test-results/journeys',
  // A journey waits for keys, lines and timers, most of its time.
  workers: 3,
  forbidOnly: true,
  // Limits for what hangs: a machine that is busy with something else has not failed.
  timeout: 300_000,
  expect: { timeout: 45_000 },
  reporter: 'list',
  use: {
    actionTimeout: 45_000,
    locale: 'en-IN',
    timezoneId: 'Asia/Kolkata',
    // It would answer in the place of what journeys stub; the journey of the worker itself lets it in.
    serviceWorkers: 'block',
    // Calls and console; a failure leaves a picture, the page in words and the network beside them. `--trace on` has
    // the page at each step: a tenth of the whole time, for what is hardly ever looked at.
    trace: { mode: 'retain-on-failure', snapshots: false, screenshots: false, sources: false },
    screenshot: 'only-on-failure',
    video: 'off',
    launchOptions: {
      executablePath: chooseBrowser({ isHeaded: 'HEADED' in process.env }),
      args: chromiumArguments,
    },
  },
})
