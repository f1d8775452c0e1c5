import { useRegistry } from '../areas/registry.ts'
import { followProblems, noteProblem } from '../notes/notes.ts'

const DELAY_MS = 5_000

/** Collects problems from the start. The sender loads when the page is idle, or at the first problem. */
export function reportPages(): void {
  window.addEventListener('error', ({ error }) => {
    // `error` is missing for scripts of other origins and for thrown values that are not errors.
    if (error) noteProblem('error', error)
  })
  window.addEventListener('unhandledrejection', ({ reason }) => noteProblem('rejection', reason))
  const begin = async () => {
    followProblems(() => {})
    if (!useRegistry.getState().pageReports) return
    const { sendReports } = await import(/* webpackChunkName: "page-reports" */ './send-reports.ts')
    sendReports()
  }
  const beginQuietly = () => void begin().catch(() => {})
  const later = () => {
    followProblems(beginQuietly)
    setTimeout(beginQuietly, DELAY_MS)
  }
  if (document.readyState === 'complete') later()
  else window.addEventListener('load', later, { once: true })
}
