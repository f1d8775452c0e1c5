import { cleanup, configure } from '@testing-library/react'
import * as React from 'react'
import { afterEach, vi } from 'vitest'

// The files of a worker share its window: nothing that one left there may meet the next.
for (const element of [document.documentElement, document.body])
  for (const { name } of [...element.attributes]) element.removeAttribute(name)
document.head.replaceChildren()
document.body.replaceChildren()
history.replaceState(null, '', '/')
localStorage.clear()
sessionStorage.clear()

// jsdom draws by the worker's `setInterval`. If a test fakes that while jsdom begins to draw, it never draws again.
const { setTimeout: later, clearTimeout: cancel } = globalThis
globalThis.requestAnimationFrame = (draw) => Number(later(() => draw(performance.now()), 16))
globalThis.cancelAnimationFrame = (frame) => cancel(frame)

// One second, the default, is too short on a busy machine.
configure({ asyncUtilTimeout: 15_000 })
afterEach(cleanup)

// Styles take more than half of the page tests' time: made for every element, and matched by jsdom against all
// theme rules. Tests drop them unless a file sets `document.documentElement.dataset.theme = 'whole'`.
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

// React keeps a stack trace of every element for its warnings, a tenth of the time, until it has kept too many.
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
