import { existsSync } from 'node:fs'

/** Debian's Chromium, with the windows, tabs and bars of a browser, also where nobody sees them. */
export const CHROMIUM = '/usr/bin/chromium'

/** Debian's build of the same engine without them: a page costs it half as much. */
const HEADLESS_SHELL = '/usr/bin/chromium-headless-shell'

/** For every Chromium that a test or a measurement starts, besides what Playwright sets by itself. */
export const chromiumArguments = ['--disable-gpu', '--disable-quic']

/** What runs the journeys: the shell where it is installed; a window needs the whole browser. */
export function chooseBrowser({ isHeaded }: { isHeaded: boolean }): string {
  return isHeaded || !existsSync(HEADLESS_SHELL) ? CHROMIUM : HEADLESS_SHELL
}
