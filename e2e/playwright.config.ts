import { defineConfig } from '@playwright/test'

/** Debian's Chromium; Playwright's own download is not used. Video would need its ffmpeg, so traces it is. */
export default defineConfig({
  projects: [
    { name: 'budget', testDir: 'budget' },
    { name: 'journeys', testDir: 'journeys' },
    { name: 'dev', testDir: 'dev' },
  ],
  outputDir: '../test-results',
  workers: 2,
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
    // Without the film of a trace; a failure leaves one picture beside it.
    trace: { mode: 'retain-on-failure', screenshots: false, sources: false },
    screenshot: 'only-on-failure',
    video: 'off',
    launchOptions: {
      executablePath: '/usr/bin/chromium',
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
})
