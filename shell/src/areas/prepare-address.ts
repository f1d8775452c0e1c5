import { session } from '@mms/sdk/host'
import { findPage } from './find-page.ts'
import { prepareArea } from './load-area.ts'
import { refreshRegistry } from './registry.ts'

/**
 * Reads the registry before anything is drawn, and asks at once for all that the page at this address needs. Else each
 * piece would be asked for by the one before it, and a slow line is slow once for each.
 */
export async function prepareAddress(): Promise<void> {
  await refreshRegistry()
  if (session.get().token === null) return
  const page = findPage(window.location.pathname)
  if (page) prepareArea(page.area, page.path)
}
