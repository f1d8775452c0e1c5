// biome-ignore lint/style/noRestrictedImports: what writes the rules of all components of @mms/ui
import { StyleSheet } from '@emotion/sheet'
import { cleanup, configure } from '@testing-library/react'
import { afterEach } from 'vitest'

// What is waited for comes when the machine has the time for it; a second is too short on a busy one.
configure({ asyncUtilTimeout: 15_000 })
afterEach(cleanup)

// jsdom has no layout, but matches each element that a test looks at with all rules of the theme: half of the time of all
// pages' tests. So it gets none, unless a file says `document.documentElement.dataset.theme = 'whole'`.
const insert = StyleSheet.prototype.insert
StyleSheet.prototype.insert = function insertWhereAsked(rule) {
  if (document.documentElement.dataset.theme === 'whole') insert.call(this, rule)
}

// jsdom knows <dialog> but not how to open it
if (typeof HTMLDialogElement !== 'undefined') {
  HTMLDialogElement.prototype.showModal = function showModal() {
    this.open = true
  }
  HTMLDialogElement.prototype.close = function close() {
    this.open = false
  }
}
