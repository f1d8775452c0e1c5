import { cleanup, configure } from '@testing-library/react'
import { afterEach } from 'vitest'

// What is waited for comes when the machine has the time for it; a second is too short on a busy one.
configure({ asyncUtilTimeout: 15_000 })
afterEach(cleanup)

// jsdom knows <dialog> but not how to open it
if (typeof HTMLDialogElement !== 'undefined') {
  HTMLDialogElement.prototype.showModal = function showModal() {
    this.open = true
  }
  HTMLDialogElement.prototype.close = function close() {
    this.open = false
  }
}
