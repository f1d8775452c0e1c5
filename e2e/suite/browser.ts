import { existsSync } from 'node:fs'

/** Debian's Chromium with windows and tabs. */
export const CHROMIUM = '/usr/bin/chromium'

/** Debian's headless build, at half the cost per page. */
const HEADLESS_SHELL = '/usr/bin/chromium-headless-shell'

/** Additional arguments for every Chromium. */
export const chromiumArguments = ['--disable-gpu', '--disable-quic']

/** The headless shell if installed; headed runs need the whole browser. */
export function chooseBrowser({ isHeaded }: { isHeaded: boolean }): string {
  return isHeaded || !existsSync(HEADLESS_SHELL) ? CHROMIUM : HEADLESS_SHELL
}
