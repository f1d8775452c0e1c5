import { existsSync } from 'node:fs'

/** The full Chromium of Debian, which can show windows. */
export const CHROMIUM = '/usr/bin/chromium'

/** Debian's headless build, at half the cost per page. */
const HEADLESS_SHELL = '/usr/bin/chromium-headless-shell'

/** Arguments for every Chromium. */
export const chromiumArguments = ['--disable-gpu', '--disable-quic']

/** Prefers the headless shell if it is installed. Runs with a window need the full browser. */
export function chooseBrowser({ isHeaded }: { isHeaded: boolean }): string {
  return isHeaded || !existsSync(HEADLESS_SHELL) ? CHROMIUM : HEADLESS_SHELL
}
