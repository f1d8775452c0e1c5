import { session } from '@mms/sdk/host'
import { findPage } from './find-page.ts'
import { prepareArea } from './load-area.ts'
import { refreshRegistry } from './registry.ts'

/**
 * Fetches registry, code and data at once before the first render. Otherwise a slow connection would pay for
 * each step.
 */
export async function prepareAddress(): Promise<void> {
  await refreshRegistry()
  if (session.get().token === null) return
  const page = findPage(window.location.pathname)
  if (page) prepareArea(page.area, page.path)
}
