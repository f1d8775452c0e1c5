import { session } from '@mms/sdk/host'
import { findPage } from './find-page.ts'
import { prepareArea } from './load-area.ts'
import { refreshRegistry } from './registry.ts'

/** Fetches registry, code and data together before the first render, because a slow line pays for each step. */
export async function prepareAddress(): Promise<void> {
  await refreshRegistry()
  if (session.get().token === null) return
  const page = findPage(window.location.pathname)
  if (page) prepareArea(page.area, page.path)
}
