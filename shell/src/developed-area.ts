import { AREA_CHANGED } from '@mms/contracts'
import { area } from '#area'

/**
 * Exposes a developed area to a running suite. React does not hot-refresh there, so every change hands over
 * the definition again.
 */
export { area }

if (import.meta.webpackHot) {
  import.meta.webpackHot.accept('#area', () => {
    window.dispatchEvent(new CustomEvent(AREA_CHANGED, { detail: area }))
  })
}
