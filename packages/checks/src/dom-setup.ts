// biome-ignore lint/style/noRestrictedImports: what writes the rules of all components of @mms/ui
import { StyleSheet } from '@emotion/sheet'
import { cleanup, configure } from '@testing-library/react'
import { afterEach } from 'vitest'

// One second, the default, is too short on a busy machine.
configure({ asyncUtilTimeout: 15_000 })
afterEach(cleanup)

// jsdom matches every element against all theme rules, which takes half of the page tests' time. Tests
// therefore drop the styles unless a file sets `document.documentElement.dataset.theme = 'whole'`.
const insert = StyleSheet.prototype.insert
StyleSheet.prototype.insert = function insertWhereAsked(rule) {
  if (document.documentElement.dataset.theme === 'whole') insert.call(this, rule)
}

// jsdom cannot open a <dialog>.
if (typeof HTMLDialogElement !== 'undefined') {
  HTMLDialogElement.prototype.showModal = function showModal() {
    this.open = true
  }
  HTMLDialogElement.prototype.close = function close() {
    this.open = false
  }
}
