import { cleanup, configure } from '@testing-library/react'
import * as React from 'react'
import { afterEach, vi } from 'vitest'

// Test files in a worker share its window, so remove what the previous file left.
for (const element of [document.documentElement, document.body])
  for (const { name } of [...element.attributes]) element.removeAttribute(name)
document.head.replaceChildren()
document.body.replaceChildren()
history.replaceState(null, '', '/')
localStorage.clear()
sessionStorage.clear()

// Replaces jsdom's own, which never runs again if a test fakes `setInterval` while jsdom starts it.
const { setTimeout: later, clearTimeout: cancel } = globalThis
globalThis.requestAnimationFrame = (draw) => Number(later(() => draw(performance.now()), 16))
globalThis.cancelAnimationFrame = (frame) => cancel(frame)

// The default of one second is too short on a busy machine.
configure({ asyncUtilTimeout: 60_000 })
afterEach(cleanup)

// Styles take more than half of the time of page tests. They are made for every element, and jsdom matches each with
// all theme rules. Tests skip them unless they set `document.documentElement.dataset.theme = 'whole'`.
vi.mock('../../ui/src/theme/system.ts', async (importWhole) => {
  const { system } = await importWhole<typeof import('../../ui/src/theme/system.ts')>()
  const isWhole = () => document.documentElement.dataset.theme === 'whole'
  const css: typeof system.css = (...styles) => (isWhole() ? system.css(...styles) : {})
  return {
    system: {
      ...system,
      css,
      get _global() {
        return isWhole() ? system._global : []
      },
    },
  }
})

// Tells React that it has enough stack traces for its warnings. Recording them takes a tenth of the time.
const internals = '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE'
const { [internals]: shared } = React as unknown as Record<typeof internals, object>
Object.defineProperty(shared, 'recentlyCreatedOwnerStacks', {
  get: () => 1e4,
  set: () => undefined,
  configurable: true,
})

// jsdom cannot open a <dialog>.
if (typeof HTMLDialogElement !== 'undefined') {
  HTMLDialogElement.prototype.showModal = function showModal() {
    this.open = true
  }
  HTMLDialogElement.prototype.close = function close() {
    this.open = false
  }
}
